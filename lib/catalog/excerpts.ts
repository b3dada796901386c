import type { AnyWritten, PostContent } from "#lib/pages/content.ts";
import { type Excerpt, excerptOf } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type StoredExcerpt, storedExcerpts } from "#lib/store/excerpts.ts";
import type { LiveContent } from "#lib/store/pages.ts";
import { readStoredContents } from "#lib/store/stored-contents.ts";
import type { Catalog } from "./catalog.ts";
import { RevisionCache } from "./revision-cache.ts";

/** In characters: room for some 6,000 excerpts of one paragraph. */
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
  const learn = (post: Listing, found: StoredExcerpt | undefined): void => {
    if (!found || found.revisionId < (post.liveRevisionId ?? 0)) return;
    known.set(post.id, found.excerpt);
    kept.keep(catalog, { pageId: post.id, revisionId: found.revisionId }, found.excerpt);
  };
  const unknown = () => posts.filter(({ id }) => !known.has(id));
  for (const post of posts) {
    const excerpt = kept.find(catalog, post);
    if (excerpt) known.set(post.id, excerpt);
  }
  const unkept = unknown();
  const stored = await storedExcerpts(unkept.map(idOf));
  for (const [index, post] of unkept.entries()) learn(post, stored[index]);
  const unstored = unknown();
  const { contents } = await readStoredContents(unstored.map(idOf), []);
  for (const [index, post] of unstored.entries()) learn(post, excerptIn(contents[index]));
  return unknown().length > 0 ? undefined : posts.flatMap(({ id }) => known.get(id) ?? []);
};

const idOf = ({ id }: Listing): number => id;

/** Only contents of posts are asked for. */
const excerptIn = (live: LiveContent<AnyWritten> | undefined): StoredExcerpt | undefined =>
  live && { revisionId: live.revisionId, excerpt: excerptOf(live.content as PostContent) };
