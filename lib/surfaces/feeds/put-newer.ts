import type { LogPosition } from "#lib/catalog/log-position.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";

/** A document of the site that is stored for everybody. */
export interface PublicDocument {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** A position as documents carry it: the highest number, and how many below it had not appeared. */
const written = ({ highest, gaps }: LogPosition): string => `${highest}-${gaps.length}`;

/** True where a document was made from a log that had been read further. */
const isNewer = (position: string | undefined, than: LogPosition): boolean => {
  const [highest = 0, gaps = 0] = (position ?? "").split("-").map(Number);
  return highest > than.highest || (highest === than.highest && gaps < than.gaps.length);
};

/**
 * Stores a document that was made at a position of the change log, and gives its ETag. Whatever the order in
 * which several writers come, the one who has read furthest wins: a newer document stays, and undefined is
 * given then. One request where `etag`, that of the document as it was last seen, still holds; else two more.
 */
export const putNewer = async (
  files: Files,
  { path, contentType, body }: PublicDocument,
  position: LogPosition,
  etag: string | null,
): Promise<string | undefined> => {
  const key = fileKey(path);
  const options = { contentType, metadata: { position: written(position) } };
  for (let known = etag; ; ) {
    const stored = await files.putIfMatch(key, Buffer.from(body), options, known);
    if (stored) return stored.etag;
    const other = await files.head(key);
    if (isNewer(other?.metadata.position, position)) return undefined;
    known = other?.etag ?? null;
  }
};

/** Removes a document, unless it was made from a log that had been read further. */
export const removeOlder = async (files: Files, path: string, position: LogPosition): Promise<void> => {
  const key: FileKey = fileKey(path);
  for (;;) {
    const other = await files.head(key);
    if (!other || isNewer(other.metadata.position, position)) return;
    if (await files.deleteIfMatch(key, other.etag)) return;
  }
};
