import type { AnyWritten } from "#lib/pages/content.ts";
import { commentsIn, type PageComments } from "./comments.ts";
import { getItemLists } from "./items.ts";
import { type LiveContent, liveContentIn } from "./pages.ts";
import { keys } from "./table.ts";

/** Live contents and comments of posts, each in the order of its ids, `undefined` for missing ones. */
export interface StoredContents {
  readonly contents: readonly (LiveContent<AnyWritten> | undefined)[];
  readonly comments: readonly (PageComments | undefined)[];
}

/** Reads live contents of some posts and comments of some. One request per 100 of both together. */
export const readStoredContents = async (
  liveIds: readonly number[],
  commentedIds: readonly number[],
): Promise<StoredContents> => {
  const [live, commented] = await getItemLists(liveIds.map(keys.live), commentedIds.map(keys.comments));
  const [contents, comments] = await Promise.all([
    Promise.all(live.map((item) => item && liveContentIn<AnyWritten>(item))),
    Promise.all(commented.map((item) => item && commentsIn(item))),
  ]);
  return { contents, comments };
};
