import type { Section } from "#lib/blocks/stored.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { readLiveContents } from "#lib/store/pages.ts";

/**
 * The bodies of the listed pages by id, at least as new as their listings; pages that are no posts have none. One
 * request per 100. A read may run beside a publication and see its listing before its content: such a body is read again.
 */
export const readLiveBodies = async (
  listings: readonly Listing[],
): Promise<ReadonlyMap<number, readonly Section[]>> => {
  const bodies = new Map<number, readonly Section[]>();
  let missing = listings.filter(({ kind }) => isPost(kind));
  while (missing.length > 0) {
    const contents = await readLiveContents(missing.map(({ id }) => id));
    missing = missing.filter(({ id, liveRevisionId }, index) => {
      const live = contents[index];
      if (live) bodies.set(id, (live.content as PostContent).body);
      return live !== undefined && live.revisionId < (liveRevisionId ?? 0);
    });
  }
  return bodies;
};
