import type { PostContent } from "#lib/pages/content.ts";
import { type Excerpt, excerptOf } from "#lib/pages/excerpt.ts";
import type { Revision } from "#lib/pages/revision.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { getItems, putItem } from "./items.ts";
import { deletePageItem } from "./pages.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";

/** The excerpt of a post's public content, and the revision that it is from. */
export interface StoredExcerpt {
  readonly revisionId: number;
  readonly excerpt: Excerpt;
}

/** With its key, an item of this size is still read for one unit. */
const maxBytes = 3_900;

/**
 * Writes the excerpt of what becomes a post's live content, in the same transaction. An excerpt that is too
 * large for one read unit is not stored: then the live content is read.
 */
export const putExcerpt = ({ id: revisionId, pageId, content }: PublishedPost): Write => {
  const excerpt = JSON.stringify(excerptOf(content));
  if (Buffer.byteLength(excerpt) > maxBytes) return deletePageItem(keys.excerpt(pageId));
  // It is not deflated, because inflating twenty would be a tenth of the cost of a blog's page.
  return putItem(keys.excerpt(pageId), { pageId, revisionId, excerpt });
};

type PublishedPost = Pick<Revision<PostContent>, "id" | "pageId" | "content">;

/**
 * The stored excerpts of posts in the order of the ids. `undefined` for posts that are not public, whose
 * excerpt is too large, or that an earlier version of Lectern published. One request per 100.
 */
export const storedExcerpts = async (ids: readonly number[]): Promise<(StoredExcerpt | undefined)[]> =>
  (await getItems(ids.map(keys.excerpt))).map((item) => item && excerptIn(item));

const excerptIn = ({ revisionId, excerpt }: StoredItems["excerpt"]): StoredExcerpt => ({
  revisionId,
  excerpt: JSON.parse(excerpt) as Excerpt,
});
