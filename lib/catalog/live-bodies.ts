import type { Section } from "#lib/blocks/stored.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { readLiveContents } from "#lib/store/pages.ts";

/** Bodies by page id; pages that are no posts have none. */
export type Bodies = ReadonlyMap<number, readonly Section[]>;

/**
 * The bodies of the listed pages, at least as new as their listings; undefined when one is missing or older, because the
 * read ran beside a publication or a withdrawal: then the listings are to be read again as well. One request per 100.
 */
export const readLiveBodies = async (listings: readonly Listing[]): Promise<Bodies | undefined> => {
  const posts = listings.filter(({ kind }) => isPost(kind));
  const contents = await readLiveContents(posts.map(({ id }) => id));
  const bodies = new Map<number, readonly Section[]>();
  for (const [index, { id, liveRevisionId }] of posts.entries()) {
    const live = contents[index];
    if (!live || live.revisionId < (liveRevisionId ?? 0)) return undefined;
    bodies.set(id, (live.content as PostContent).body);
  }
  return bodies;
};

/** The bodies of no page, for answers that show none. */
export const noBodies: Bodies = new Map();
