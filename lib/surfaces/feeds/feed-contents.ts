import { setImmediate as nextTurn } from "node:timers/promises";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { certain } from "#lib/certain.ts";
import type { Files } from "#lib/files/files.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { FeedPost } from "./feed-item.ts";
import type { Chunk } from "./feed-plan.ts";
import type { FeedScene } from "./feed-scene.ts";
import { type KnownContents, readKnownContents, writeKnownContents } from "./feed-state.ts";

/**
 * Reads what is published of the posts of chunks, one request per 100. What is read of a podcast's episodes
 * is kept, so that the next run reads only those that have changed.
 */
export const contentReader = (files: Files, blogId: number) => {
  let known: KnownContents | undefined;
  let hasRead = false;
  return {
    /** Undefined where the store is ahead of the frozen site: a post has been withdrawn. */
    read: async (
      { postIds }: Chunk,
      { kind }: Listing,
      { catalog, live }: FeedScene,
    ): Promise<readonly FeedPost[] | undefined> => {
      const isKept = kind === "podcast";
      known ??= isKept ? await readKnownContents(files, blogId, nextTurn) : {};
      const listings = catalog.listingsOf(postIds);
      const unread = listings.filter(
        ({ id, liveRevisionId }) => certain(known)[id]?.revision !== liveRevisionId,
      );
      const contents = await readPublicContents(unread, { body: true, comments: false }, live);
      if (!contents) return undefined;
      const read = unread.flatMap(({ id, liveRevisionId }, index) => {
        const { content } = certain(contents[index]);
        return content ? [[id, { revision: liveRevisionId ?? 0, content }] as const] : [];
      });
      if (read.length < unread.length) return undefined;
      hasRead ||= isKept && read.length > 0;
      const found: KnownContents = { ...known, ...Object.fromEntries(read) };
      if (isKept) known = found;
      return listings.map((listing) => ({ listing, content: certain(found[listing.id]).content }));
    },
    /** Keeps those of a podcast's feed for the next run, if any was read. */
    keep: async ({ postIds }: Chunk): Promise<void> => {
      if (!hasRead) return;
      const kept = [...postIds].flatMap((id) => (known?.[id] ? [[id, known[id]] as const] : []));
      await writeKnownContents(files, blogId, Object.fromEntries(kept), nextTurn);
    },
  };
};
