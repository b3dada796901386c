import { type Comment, inThreadOrder } from "#lib/pages/comment.ts";

/** A label and the message that it belongs to. */
type Example = ["ham" | "spam", string];

/** Decided comments in thread order; empty titles and addresses leave spaces (contract#training-data). */
export const trainingDataView = (comments: readonly Comment[]): Example[] =>
  inThreadOrder(comments).flatMap(({ moderation, name, email, title, text }): Example[] =>
    moderation === "pending" ? [] : [[moderation, [name, email, title, text].join(" ")]],
  );
