import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { type MediaKind, type MediaOf, mediaKinds } from "#lib/media/media.ts";
import { readMedia } from "#lib/store/media.ts";
import { readMediaKey, readMediaKeys } from "#lib/store/media-keys.ts";

/** The manifest's media that exist, by kind and key. */
export type StoredMedia = { readonly [Kind in MediaKind]: ReadonlyMap<string, MediaOf<Kind>> };

/** What a media object of the service is called by the keys that manifests gave, with its id, by kind. */
export type MediaKeys = Readonly<Record<MediaKind, ReadonlyMap<string, number>>>;

/** What identifies a media object in a manifest. */
interface MediaEntry {
  readonly key: string;
  readonly created_at?: string | undefined;
}

/** All keys of media in the service. A request per kind and megabyte. */
export const readAllMediaKeys = async (): Promise<MediaKeys> => {
  const [image, audio, video] = await Promise.all(mediaKinds.map(readMediaKeys));
  return { image: image!, audio: audio!, video: video! };
};

/** The manifest's media that exist. A request per kind and 100 of them. */
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

/** The media object that an entry of a manifest stands for, as it is now. Two requests. */
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
  const rows = await readMedia(
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

/** What an export calls a media object that no manifest has given a key: `image-17`. */
export const keyFromId = (kind: MediaKind, id: number): string => `${kind}-${id}`;

const idInKey = (kind: MediaKind, key: string): number | undefined => {
  const id = Number(key.slice(kind.length + 1));
  return Number.isSafeInteger(id) && keyFromId(kind, id) === key ? id : undefined;
};

/**
 * An object without a key is meant by the key that an export made up for it, and only if it was made at the
 * same moment.
 */
const isMeant = ({ key, created_at }: MediaEntry, row: MediaOf<MediaKind>): boolean =>
  row.key === key || (row.key === undefined && row.createdAt === created_at);
