import { commentsIn, type PageComments } from "./comments.ts";
import { type LiveContent, liveContentIn } from "./pages.ts";
import { itemsAt } from "./signed-reads.ts";
import { keys } from "./table.ts";

/**
 * What the public reads of pages: live contents and comments, each in the order of the ids that were asked
 * for; undefined where there is nothing.
 */
export interface StoredContents {
  readonly contents: readonly (LiveContent | undefined)[];
  readonly comments: readonly (PageComments | undefined)[];
}

/**
 * The live contents of some pages and the comments of some, as they are now. One request per 100 of both
 * together.
 */
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
