import type { MediaKind } from "#lib/media/media.ts";
import { isNew } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { getItem, queryItems } from "./client.ts";
import { keys } from "./table.ts";
import { putItem } from "./typed-writes.ts";

/** The ids of a kind's media objects that have a key from a manifest, by key. One request per megabyte. */
export const readMediaKeys = async (kind: MediaKind): Promise<ReadonlyMap<string, number>> => {
  const items = await queryItems({ pk: keys.mediaKey(kind, "").pk });
  return new Map(items.map(({ sk, id }) => [sk.slice("KEY#".length), id]));
};

/** The id of the media object with this key. One request. */
export const readMediaKey = async (kind: MediaKind, key: string): Promise<number | undefined> =>
  (await getItem(keys.mediaKey(kind, key)))?.id;

/** Gives a media object its key, unless another object has it. */
export const claimMediaKey = (kind: MediaKind, key: string, id: number): Write =>
  putItem(keys.mediaKey(kind, key), { id }, isNew);

export const releaseMediaKey = (kind: MediaKind, key: string): Write => ({
  delete: keys.mediaKey(kind, key),
});
