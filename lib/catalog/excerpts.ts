import type { PostContent } from "#lib/pages/content.ts";
import { type Excerpt, excerptOf } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type StoredExcerpt, storedExcerpts } from "#lib/store/excerpts.ts";
import type { LiveContent } from "#lib/store/pages.ts";
import { readStoredContents } from "#lib/store/stored-contents.ts";
import type { Catalog } from "./catalog.ts";
import { RevisionCache } from "./revision-cache.ts";

/** Some 6,000 excerpts of a paragraph. */
const kept = new RevisionCache<Excerpt>(8_000_000);

/**
 * The excerpts of the public revisions of some posts, in their order. They are kept by revision, whose
 * content never changes; who may see their media is decided when they are shown. Undefined if a post is
 * missing or older than its listing: then read the listings again too. One request per 100 posts that are not
 * kept, and one for the bodies of those that have no stored excerpt.
 */
export const readExcerpts = async (
  catalog: Catalog,
  posts: readonly Listing[],
): Promise<readonly Excerpt[] | undefined> => {
  const known = new Map<number, Excerpt>();
  const keep = (post: Listing, found: StoredExcerpt | undefined): boolean => {
    if (!found || found.revisionId < (post.liveRevisionId ?? 0)) return false;
    known.set(post.id, found.excerpt);
    kept.keep(catalog, { pageId: post.id, revisionId: found.revisionId }, found.excerpt);
    return true;
  };
  const unknown = posts.filter((post) => {
    const excerpt = kept.find(catalog, post);
    if (excerpt) known.set(post.id, excerpt);
    return !excerpt;
  });
  const stored = await storedExcerpts(unknown.map(idOf));
  const without = unknown.filter((post, index) => !keep(post, stored[index]));
  const { contents } = await readStoredContents(without.map(idOf), []);
  const areFound = without.every((post, index) => keep(post, excerptIn(contents[index])));
  return areFound ? posts.flatMap(({ id }) => known.get(id) ?? []) : undefined;
};

const idOf = ({ id }: Listing): number => id;

const excerptIn = (live: LiveContent | undefined): StoredExcerpt | undefined =>
  live && { revisionId: live.revisionId, excerpt: excerptOf(live.content as PostContent) };
