import { certain } from "#lib/certain.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { type MediaKind, type MediaOf, mediaKinds } from "#lib/media/media.ts";
import { readMediaKey, readMediaKeys, readMediaOfKind } from "#lib/store/media.ts";

/** The manifest's media that exist, by key. */
export type StoredMedia = { readonly [Kind in MediaKind]: ReadonlyMap<string, MediaOf<Kind>> };

/** Ids of the service's media, by key. */
export type MediaKeys = Readonly<Record<MediaKind, ReadonlyMap<string, number>>>;

interface MediaEntry {
  readonly key: string;
  readonly created_at?: string | undefined;
}

/** Cost: a request per kind and megabyte. */
export const readAllMediaKeys = async (): Promise<MediaKeys> => {
  const [image, audio, video] = await Promise.all(mediaKinds.map(readMediaKeys));
  return { image: certain(image), audio: certain(audio), video: certain(video) };
};

/** Cost: a request per kind and 100 media. */
export const readStoredMedia = async (
  { images, audios, videos }: Manifest,
  keys: MediaKeys,
): Promise<StoredMedia> => {
  const [image, audio, video] = await Promise.all([
    readEntries(
      "image",
      images.map(({ value }) => value),
      keys.image,
    ),
    readEntries(
      "audio",
      audios.map(({ value }) => value),
      keys.audio,
    ),
    readEntries(
      "video",
      videos.map(({ value }) => value),
      keys.video,
    ),
  ]);
  return { image, audio, video };
};

/** The media object of a manifest's entry, as it is now. Cost: two requests. */
export const readStoredEntry = async <Kind extends MediaKind>(
  kind: Kind,
  entry: MediaEntry,
): Promise<MediaOf<Kind> | undefined> => {
  const id = await readMediaKey(kind, entry.key);
  const keys = new Map(id === undefined ? [] : [[entry.key, id]]);
  return (await readEntries(kind, [entry], keys)).get(entry.key);
};

const readEntries = async <Kind extends MediaKind>(
  kind: Kind,
  entries: readonly MediaEntry[],
  keys: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, MediaOf<Kind>>> => {
  const candidates = entries.flatMap((entry) => {
    const id = keys.get(entry.key) ?? idInKey(kind, entry.key);
    return id === undefined ? [] : [{ entry, id }];
  });
  const rows = await readMediaOfKind(
    kind,
    candidates.map(({ id }) => id),
  );
  return new Map(
    candidates.flatMap(({ entry }, index) => {
      const row = rows[index];
      return row && isMeant(entry, row) ? [[entry.key, row] as const] : [];
    }),
  );
};

/** The key that an export gives to a media object without one: `image-17`. */
export const keyFromId = (kind: MediaKind, id: number): string => `${kind}-${id}`;

const idInKey = (kind: MediaKind, key: string): number | undefined => {
  const id = Number(key.slice(kind.length + 1));
  return Number.isSafeInteger(id) && keyFromId(kind, id) === key ? id : undefined;
};

/** An object without a key matches the key that an export gave it, if its creation date is the same too. */
const isMeant = ({ key, created_at }: MediaEntry, row: MediaOf<MediaKind>): boolean =>
  row.key === key || (row.key === undefined && row.createdAt === created_at);
