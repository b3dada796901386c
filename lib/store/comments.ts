import type { Comment, PlacedComment } from "#lib/pages/comment.ts";
import type { Page } from "#lib/pages/page.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItem, type Item, queryItems } from "./client.ts";
import { packContent, partsOf, unpackContent } from "./content.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** The comments of a page, and the version of the page that they belong to. */
export interface PageComments {
  readonly version: number;
  readonly comments: readonly Comment[];
}

export const commentsIn = async (item: Item): Promise<PageComments> => ({
  version: item.version as number,
  comments: await unpackContent<readonly Comment[]>(item),
});

/**
 * The comments of a page, at least as new as its row. Undefined if they are missing or older, because a
 * change was being written: then read the row again too. One request, none for a page without comments.
 */
export const readComments = async (page: Page): Promise<readonly Comment[] | undefined> => {
  if (!page.comments) return [];
  const item = await getItem(keys.comments(page.id));
  const found = item && (await commentsIn(item));
  return found && commentsAreCurrent(found, page) ? found.comments : undefined;
};

/** True if comments are at least as new as a page's row or listing. */
export const commentsAreCurrent = (
  { version }: PageComments,
  { commentsVersion = 0 }: Pick<Page, "commentsVersion">,
): boolean => version >= commentsVersion;

/** The comments of all pages, without those that wait for a moderator. One request per megabyte. */
export const readPlacedComments = async (): Promise<PlacedComment[]> => {
  const items = await queryItems({ pk: keys.comments(0).pk });
  const pages = await Promise.all(items.map(commentsIn));
  return pages.flatMap(({ comments }, index) => {
    const pageId = Number(/\d+$/.exec(items[index]?.sk as string)?.[0]);
    return comments.map((comment) => ({ pageId, comment }));
  });
};

export const readAllComments = async (): Promise<Comment[]> =>
  (await readPlacedComments()).map(({ comment }) => comment);

/** True if a page's comments are stored in parts. One request, none for a page without comments. */
export const hasLargeComments = async (page: Page): Promise<boolean> => {
  const item = page.comments ? await getItem(keys.comments(page.id)) : undefined;
  return item !== undefined && partsOf(item) !== undefined;
};

/** Writes all comments of a page. They need the page row's condition in the same transaction. */
export const putComments = (pageId: number, { version, comments }: PageComments): Write[] => {
  if (comments.length === 0) return [deleteComments(pageId)];
  const { attributes, parts } = packContent(comments, pageId);
  const Item = { ...keys.comments(pageId), version, ...attributes };
  return [{ Put: { TableName: tableName(), Item } }, ...parts];
};

/** Removes all comments of a page. It needs the page row's condition in the same transaction. */
export const deleteComments = (pageId: number): Write => ({
  Delete: { TableName: tableName(), Key: keys.comments(pageId) },
});
