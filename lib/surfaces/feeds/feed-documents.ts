import pLimit from "p-limit";
import { feedPath } from "#lib/feeds/feed-names.ts";
import type { Files } from "#lib/files/files.ts";
import type { NamedDocument } from "./chunk-documents.ts";
import { type FeedPosition, putNewer, removeOlder } from "./put-newer.ts";

/** How many documents a run has stored, and how many it has removed. */
export interface Renewed {
  readonly stored: number;
  readonly removed: number;
}

/** The ETags of a feed's stored documents, by name. */
export type StoredNames = ReadonlyMap<string, string>;

/** The same of all feeds, by the blog that they belong to. */
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
  /** What the run has changed so far. */
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
