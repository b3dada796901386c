import type { Comment } from "#lib/pages/comment.ts";
import type { Page } from "#lib/pages/page.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItem, type Item, queryItems } from "./client.ts";
import { packContent, partsOf, unpackContent } from "./content.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** The comments of a page, and the page's version that they came with. */
export interface PageComments {
  readonly version: number;
  readonly comments: readonly Comment[];
}

/** What an item of comments holds. One request more when they are many. */
export const commentsIn = async (item: Item): Promise<PageComments> => ({
  version: item.version as number,
  comments: await unpackContent<readonly Comment[]>(item),
});

/**
 * The comments of a page, at least as new as its row; undefined when they are missing or older, because the
 * read ran beside a change: then the row is to be read again as well. One request, none for a page without
 * comments.
 */
export const readComments = async (page: Page): Promise<readonly Comment[] | undefined> => {
  if (!page.comments) return [];
  const item = await getItem(keys.comments(page.id));
  const found = item && (await commentsIn(item));
  return found && commentsAreCurrent(found, page) ? found.comments : undefined;
};

/** True of comments that are at least as new as a page's row or listing. */
export const commentsAreCurrent = (
  { version }: PageComments,
  { commentsVersion = 0 }: Pick<Page, "commentsVersion">,
): boolean => version >= commentsVersion;

/**
 * The comments of every page, page by page. One request per megabyte, in which there are some ten thousand.
 */
export const readAllComments = async (): Promise<Comment[]> => {
  const items = await queryItems({ pk: "COMMENTS" });
  const pages = await Promise.all(items.map(commentsIn));
  return pages.flatMap(({ comments }) => comments);
};

/**
 * True when a page has so many comments that they are kept in parts. One request, none for a page without
 * comments.
 */
export const hasLargeComments = async (page: Page): Promise<boolean> => {
  const item = page.comments ? await getItem(keys.comments(page.id)) : undefined;
  return item !== undefined && partsOf(item) !== undefined;
};

/** The writes of all comments of a page. Their condition is the page row's, in the same transaction. */
export const putComments = (pageId: number, { version, comments }: PageComments): Write[] => {
  if (comments.length === 0) return [deleteComments(pageId)];
  const { attributes, parts } = packContent(comments, pageId);
  const Item = { ...keys.comments(pageId), version, ...attributes };
  return [{ Put: { TableName: tableName(), Item } }, ...parts];
};

/**
 * The write that removes all comments of a page. Its condition is the page row's, in the same transaction.
 */
export const deleteComments = (pageId: number): Write => ({
  Delete: { TableName: tableName(), Key: keys.comments(pageId) },
});
