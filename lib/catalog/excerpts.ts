import type { PostContent } from "#lib/pages/content.ts";
import { type Excerpt, excerptOf } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { readStoredContents } from "#lib/store/stored-contents.ts";
import type { Catalog } from "./catalog.ts";
import { RevisionCache } from "./revision-cache.ts";

/** Some 6,000 excerpts of a paragraph. */
const kept = new RevisionCache<Excerpt>(8_000_000);

/**
 * The excerpts of the public revisions of some posts, in their order. They are kept by revision, whose
 * content never changes; who may see their media is decided when they are shown. Undefined if a post is
 * missing or older than its listing: then read the listings again too. One request per 100 posts that are not
 * kept.
 */
export const readExcerpts = async (
  catalog: Catalog,
  posts: readonly Listing[],
): Promise<readonly Excerpt[] | undefined> => {
  const known = posts.map((post) => kept.find(catalog, post));
  const unknown = posts.filter((_, index) => known[index] === undefined);
  const { contents } = await readStoredContents(
    unknown.map(({ id }) => id),
    [],
  );
  const read = new Map<number, Excerpt>();
  for (const [index, { id, liveRevisionId }] of unknown.entries()) {
    const live = contents[index];
    if (!live || live.revisionId < (liveRevisionId ?? 0)) return undefined;
    const excerpt = excerptOf(live.content as PostContent);
    read.set(id, excerpt);
    kept.keep(catalog, live, excerpt);
  }
  return posts.flatMap(({ id }, index) => known[index] ?? read.get(id) ?? []);
};
