import type { Comment } from "#lib/pages/comment.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItem } from "./client.ts";
import { commentsIn, deleteComments, type PageComments, putComments } from "./comments.ts";
import { packContent } from "./content.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/**
 * Comments of a post in the bin, which are in no list and teach the spam model nothing. The writes need a
 * condition on the post in the bin, or on its row, in the same transaction.
 */

/** Takes a page's comments into the bin with it. One request. */
export const binComments = async (pageId: number): Promise<Write[]> => {
  const item = await getItem(keys.comments(pageId));
  if (!item) return [];
  const Item = { ...item, ...keys.binnedComments(pageId) };
  return [{ Put: { TableName: tableName(), Item } }, ...deleteComments(pageId)];
};

/** One request. */
export const readBinnedComments = async (pageId: number): Promise<PageComments | undefined> => {
  const item = await getItem(keys.binnedComments(pageId));
  return item && commentsIn(item);
};

export const putBinnedComments = (pageId: number, version: number, comments: readonly Comment[]): Write[] => {
  const { attributes, parts } = packContent(comments, pageId);
  const Item = { ...keys.binnedComments(pageId), version, ...attributes };
  return [{ Put: { TableName: tableName(), Item } }, ...parts];
};

/** Removes the parts of these comments, which nobody reads meanwhile. One request. */
export const removeBinnedParts = async (pageId: number): Promise<Write[]> => {
  const item = await getItem(keys.binnedComments(pageId));
  const { contentDigest, contentParts = 0, contentPage } = item ?? {};
  if (contentPage !== pageId) return [];
  return Array.from({ length: contentParts as number }, (_, index) => ({
    Delete: { TableName: tableName(), Key: keys.bodyPart(pageId, contentDigest as string, index) },
  }));
};

/** Gives a page that leaves the bin its comments back. */
export const unbinComments = (pageId: number, comments: PageComments): Write[] => [
  { Delete: { TableName: tableName(), Key: keys.binnedComments(pageId) } },
  ...putComments(pageId, comments),
];
