import type { Comment, Moderation } from "./comment.ts";

/** What moderators see and set. Both `refused` and `removed` are stored as spam. */
export const commentStates = ["pending", "public", "refused", "removed"] as const;
export type CommentState = (typeof commentStates)[number];

const moderationOf: Readonly<Record<CommentState, Moderation>> = {
  pending: "pending",
  public: "ham",
  refused: "spam",
  removed: "spam",
};

export const stateOf = ({ moderation, removed }: Pick<Comment, "moderation" | "removed">): CommentState => {
  if (moderation === "spam") return removed ? "removed" : "refused";
  return moderation === "ham" ? "public" : "pending";
};

/** The comment in another state. */
export const inState = ({ removed: _, ...comment }: Comment, state: CommentState): Comment => ({
  ...comment,
  moderation: moderationOf[state],
  ...(state === "removed" && { removed: true }),
});

/** True for comments with the words in their name or text, in any case. */
export const saysWords = ({ name, text }: Comment, words: string): boolean =>
  `${name}\n${text}`.toLowerCase().includes(words.toLowerCase());
