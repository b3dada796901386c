import type { Comment, PlacedComment } from "#lib/pages/comment.ts";
import { tableName } from "#lib/settings/database.ts";
import { type Item, queryItems } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

const partition = keys.waitingComment(0, 0).pk;

const waitingIn = ({ pageId, comment }: Item): PlacedComment => ({
  pageId: pageId as number,
  comment: JSON.parse(comment as string) as Comment,
});

/** All that wait, by page. One request per megabyte. */
export const readWaitingComments = async (): Promise<readonly PlacedComment[]> =>
  (await queryItems({ pk: partition })).map(waitingIn);

export const waitingOn = (pageId: number) => ({
  pk: partition,
  prefix: keys.waitingComment(pageId, 0).sk.replace(/\d+$/, ""),
});

/** Those of a page. One request per megabyte. */
export const readWaitingOn = async (pageId: number): Promise<readonly Comment[]> =>
  (await queryItems(waitingOn(pageId))).map((item) => waitingIn(item).comment);

/** Writes a new one. It needs a condition on the page's row in the same transaction. */
export const putWaitingComment = ({ pageId, comment }: PlacedComment): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.waitingComment(pageId, comment.id), pageId, comment: JSON.stringify(comment) },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** Removes one. It needs a condition on the page's row in the same transaction. */
export const deleteWaitingComment = (pageId: number, id: number): Write => ({
  Delete: { TableName: tableName(), Key: keys.waitingComment(pageId, id) },
});
