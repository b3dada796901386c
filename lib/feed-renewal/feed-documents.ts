import pLimit from "p-limit";
import type { LogPosition } from "#lib/catalog/saved-state.ts";
import { feedPath } from "#lib/feeds/feed-names.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import type { NamedDocument } from "./chunk-documents.ts";

/** The number of documents that a run has stored, and has removed. */
export interface Renewed {
  readonly stored: number;
  readonly removed: number;
}

/** The ETags of a feed's stored documents, by name. */
export type StoredNames = ReadonlyMap<string, string>;

/** The names of all feeds, by their blogs. */
export type StoredFeeds = ReadonlyMap<number, StoredNames>;

/** Stores documents, and gives their ETags by name; undefined where another run has stored a newer one. */
export type PutDocuments = (
  documents: readonly NamedDocument[],
) => Promise<Readonly<Record<string, string>> | undefined>;

/** The stored documents of a feed, as a run lists them and changes them. */
export interface FeedDocuments {
  readonly etags: StoredNames;
  /** Stores documents of a site for which the log had been read so far. */
  readonly put: (documents: Parameters<PutDocuments>[0], position: FeedPosition) => ReturnType<PutDocuments>;
  readonly remove: (names: readonly string[], position: FeedPosition) => Promise<void>;
  /** The changes of the run so far. */
  readonly changed: () => Renewed;
}

/** Requests to the file store at once. */
const filesAtOnce = 16;

export const feedDocuments = (files: Files, blogId: number, listed: StoredNames): FeedDocuments => {
  const etags = new Map(listed);
  let stored = 0;
  let removed = 0;
  return {
    etags,
    put: async (documents, position) => {
      const put: Record<string, string> = {};
      await pLimit(filesAtOnce).map(documents, async ({ name, contentType, body }) => {
        const document = { path: feedPath(blogId, name), contentType, body };
        const etag = await putNewer(files, document, position, etags.get(name) ?? null);
        if (etag === undefined) return;
        put[name] = etag;
        etags.set(name, etag);
        stored += 1;
      });
      return Object.keys(put).length === documents.length ? put : undefined;
    },
    remove: async (names, position) => {
      await pLimit(filesAtOnce).map(names, async (name) => {
        await removeOlder(files, feedPath(blogId, name), position);
        etags.delete(name);
        removed += 1;
      });
    },
    changed: () => ({ stored, removed }),
  };
};

/** A document of the site that is stored for everybody. */
export interface PublicDocument {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

/** The position in a change log. Positions in different logs cannot be compared. */
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
const removeOlder = async (files: Files, path: string, position: FeedPosition): Promise<void> => {
  const key = fileKey(path);
  for (;;) {
    const other = await files.head(key);
    if (!other || isNewer(other.metadata.position, position)) return;
    if (await files.deleteIfMatch(key, other.etag)) return;
  }
};
