import { type Comment, inThreadOrder } from "#lib/pages/comment.ts";

/** A label of the spam classifier with the message that it belongs to. */
type Example = ["ham" | "spam", string];

/**
 * What is decided of the comments, in thread order. An absent title or address leaves the spaces around it
 * (contract#training-data).
 */
export const trainingDataView = (comments: readonly Comment[]): Example[] =>
  inThreadOrder(comments).flatMap(({ moderation, name, email, title, text }): Example[] =>
    moderation === "pending" ? [] : [[moderation, [name, email, title, text].join(" ")]],
  );
