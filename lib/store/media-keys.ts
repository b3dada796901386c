import type { MediaKind } from "#lib/media/media.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItem, queryItems } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** The ids of a kind's media objects that have a key from a manifest, by key. One request per megabyte. */
export const readMediaKeys = async (kind: MediaKind): Promise<ReadonlyMap<string, number>> => {
  const items = await queryItems({ pk: keys.mediaKey(kind, "").pk });
  return new Map(items.map(({ sk, id }) => [(sk as string).slice("KEY#".length), id as number]));
};

/** The id of the media object with this key. One request. */
export const readMediaKey = async (kind: MediaKind, key: string): Promise<number | undefined> =>
  (await getItem(keys.mediaKey(kind, key)))?.id as number | undefined;

/** Gives a media object its key, unless another object has it. */
export const claimMediaKey = (kind: MediaKind, key: string, id: number): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.mediaKey(kind, key), id },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

export const releaseMediaKey = (kind: MediaKind, key: string): Write => ({
  Delete: { TableName: tableName(), Key: keys.mediaKey(kind, key) },
});
