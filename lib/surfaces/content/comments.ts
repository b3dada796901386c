import { type Comment, publicComments } from "#lib/pages/comment.ts";
import type { PostComment } from "#lib/themes/theme.ts";

/** Public comments in thread order, as plain text without e-mail addresses (contract#comments-of-posts). */
export const commentsView = (comments: readonly Comment[]) =>
  publicComments(comments).map(({ id, parentId, name, createdAt, text }) => ({
    id,
    parent: parentId,
    user: name,
    date: createdAt,
    comment: text,
  }));

/** The public comments as themes show them below a post. */
export const postComments = (comments: readonly Comment[]): PostComment[] =>
  publicComments(comments).map(({ parentId, name, createdAt, text }) => ({
    author: name,
    writtenAt: createdAt,
    text,
    isAnswer: parentId !== null,
  }));
