import { type Media, type MediaKind, type MediaOf, mediaKinds } from "#lib/media/media.ts";
import type { MediaIds } from "#lib/media/references.ts";
import { equal, exists, isNew, type Write } from "#lib/store/port/table-store.ts";
import { getItem, getItems, itemsAtOnce, putItem, queryItems, queryPages } from "./items.ts";
import { siteVersionOf } from "./site.ts";
import type { StoredItems } from "./stored-items.ts";
import { type KeyOf, keys } from "./table.ts";

export const mediaIn = ({ media }: Pick<StoredItems["media"], "media">): Media => JSON.parse(media) as Media;

/** One request. */
export const readMedia = async <Kind extends MediaKind>(
  kind: Kind,
  id: number,
): Promise<MediaOf<Kind> | undefined> => {
  const item = await getItem(keys.media(kind, id));
  return item && (mediaIn(item) as MediaOf<Kind>);
};

/** Media objects of one kind in the order of the ids, `undefined` for missing ones. One request per 100. */
export const readMediaOfKind = async <Kind extends MediaKind>(
  kind: Kind,
  ids: readonly number[],
): Promise<(MediaOf<Kind> | undefined)[]> => {
  const items = await getItems(ids.map((id) => keys.media(kind, id)));
  return items.map((item) => item && (mediaIn(item) as MediaOf<Kind>));
};

/** A media object, and the version of the site data that decides who may view it. One request. */
export const readMediaAndSiteVersion = async <Kind extends MediaKind>(
  kind: Kind,
  id: number,
): Promise<{ readonly media: MediaOf<Kind> | undefined; readonly siteVersion: number }> => {
  const [item, version] = await getItems([keys.media(kind, id), keys.siteVersion()]);
  return { media: item && (mediaIn(item) as MediaOf<Kind>), siteVersion: siteVersionOf(version) };
};

/** The media objects that exist, of all kinds at once. One request per 100, none for no ids. */
export const readMediaAmong = async (ids: MediaIds): Promise<readonly Media[]> => {
  return (await getItems(mediaKeys(ids))).filter((item) => item !== undefined).map(mediaIn);
};

export const mediaKeys = (ids: MediaIds): KeyOf<"media">[] =>
  mediaKinds.flatMap((kind) => [...ids[kind]].map((id) => keys.media(kind, id)));

/** Every media object of a kind by id, up to a megabyte at a time. */
export async function* allMedia<Kind extends MediaKind>(kind: Kind): AsyncGenerator<MediaOf<Kind>[]> {
  for await (const { items } of queryPages({ pk: keys.media(kind, 0).pk, limit: itemsAtOnce }))
    yield items.map((item) => mediaIn(item) as MediaOf<Kind>);
}

/** Writes a media object: a new one if `readVersion` is null, else only if unchanged since it was read. */
export const putMediaRow = (media: Media, readVersion: number | null): Write =>
  putItem(
    keys.media(media.kind, media.id),
    { version: media.version, media: JSON.stringify(media) },
    readVersion === null ? isNew : equal("version", readVersion),
  );

/** Removes a media object, if it is unchanged since it was read. */
export const deleteMediaRow = ({ kind, id, version }: Media): Write => ({
  delete: keys.media(kind, id),
  if: equal("version", version),
});

/** Requires that there is no such media object when the transaction is written. */
export const requireNoMedia = (kind: MediaKind, id: number): Write => ({
  check: keys.media(kind, id),
  if: isNew,
});

/** Requires that a media object still exists when the transaction is written. */
export const requireMedia = (kind: MediaKind, id: number): Write => ({
  check: keys.media(kind, id),
  if: exists,
});

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
