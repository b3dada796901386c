import { type Comment, inThreadOrder } from "./comment.ts";

export type TrainingExample = [label: "ham" | "spam", message: string];

/** What a classifier reads of a comment; empty titles and addresses leave spaces. */
export const messageOf = ({ name, email, title, text }: Pick<Comment, "name" | "email" | "title" | "text">) =>
  [name, email, title, text].join(" ");

/** Decided comments in thread order (contract#training-data). */
export const trainingExamples = (comments: readonly Comment[]): TrainingExample[] =>
  inThreadOrder(comments).flatMap((comment): TrainingExample[] =>
    comment.moderation === "pending" ? [] : [[comment.moderation, messageOf(comment)]],
  );
