import type { PostContent } from "#lib/pages/content.ts";
import { excerptOf } from "#lib/pages/excerpt.ts";
import { commentsIn, type PageComments } from "./comments.ts";
import { excerptAttributes, excerptIn, type LiveExcerpt } from "./live-excerpt.ts";
import { type LiveContent, liveContentIn } from "./pages.ts";
import { itemsAt } from "./signed-reads.ts";
import { keys } from "./table.ts";

/** Live contents and comments of pages, each in the order of its ids, `undefined` for missing ones. */
export interface StoredContents {
  readonly contents: readonly (LiveContent | undefined)[];
  readonly comments: readonly (PageComments | undefined)[];
}

/** Reads live contents of some pages and comments of some. One request per 100 of both together. */
export const readStoredContents = async (
  liveIds: readonly number[],
  commentedIds: readonly number[],
): Promise<StoredContents> => {
  const items = await itemsAt([...liveIds.map(keys.live), ...commentedIds.map(keys.comments)]);
  const [contents, comments] = await Promise.all([
    Promise.all(items.slice(0, liveIds.length).map((item) => item && liveContentIn(item))),
    Promise.all(items.slice(liveIds.length).map((item) => item && commentsIn(item))),
  ]);
  return { contents, comments };
};

/**
 * The excerpts of live posts, in the order of the ids, `undefined` for those that are not live. One request
 * per 100, and one more where some are only in the content.
 */
export const readLiveExcerpts = async (
  ids: readonly number[],
): Promise<readonly (LiveExcerpt | undefined)[]> => {
  const items = await itemsAt(ids.map(keys.live), excerptAttributes);
  const excerpts = items.map((item) => item && excerptIn(item));
  const others = ids.filter((_, index) => items[index] && !excerpts[index]);
  const { contents } = await readStoredContents(others, []);
  const read = new Map(contents.flatMap((live) => (live ? [[live.pageId, excerptFrom(live)]] : [])));
  return ids.map((id, index) => excerpts[index] ?? read.get(id));
};

const excerptFrom = ({ pageId, revisionId, content }: LiveContent): LiveExcerpt => ({
  pageId,
  revisionId,
  excerpt: excerptOf(content as PostContent),
});
