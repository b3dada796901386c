import type { LogPosition } from "#lib/catalog/log-position.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";

/** A document of the site that is stored for everybody. */
export interface PublicDocument {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** How far a change log had been read; positions in different logs cannot be compared. */
export interface FeedPosition extends LogPosition {
  /** The name of the log. */
  readonly epoch: string;
}

const written = ({ epoch, highest, gaps }: FeedPosition): string => `${epoch} ${highest} ${gaps.length}`;

/** True where a document was made from the same log, read further. */
const isNewer = (position: string | undefined, than: FeedPosition): boolean => {
  const [epoch, highest, gaps] = (position ?? "").split(" ");
  if (epoch !== than.epoch) return false;
  return (
    Number(highest) > than.highest || (Number(highest) === than.highest && Number(gaps) < than.gaps.length)
  );
};

/**
 * Stores a document that was made at a position of the change log, and gives its ETag. Whatever the order in
 * which several writers come, the one that has read furthest wins: a newer document stays, and undefined is
 * given then. One request where `etag`, that of the document as it was last seen, still holds; else two more.
 */
export const putNewer = async (
  files: Files,
  { path, contentType, body }: PublicDocument,
  position: FeedPosition,
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
export const removeOlder = async (files: Files, path: string, position: FeedPosition): Promise<void> => {
  const key = fileKey(path);
  for (;;) {
    const other = await files.head(key);
    if (!other || isNewer(other.metadata.position, position)) return;
    if (await files.deleteIfMatch(key, other.etag)) return;
  }
};
