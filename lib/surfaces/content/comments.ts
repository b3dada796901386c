import { type Comment, publicComments } from "#lib/pages/comment.ts";
import { type ThreadedComment, threadsOf } from "#lib/pages/comment-threads.ts";
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

/** The public comments as themes show them below a post; `answerUrl` gives null where nobody can answer. */
export const postComments = (
  comments: readonly Comment[],
  answerUrl: (comment: ThreadedComment) => string | null = () => null,
): PostComment[] =>
  threadsOf(comments).map((comment) => ({
    id: comment.id,
    author: comment.name,
    writtenAt: comment.createdAt,
    text: comment.text,
    level: comment.level,
    answerUrl: answerUrl(comment),
  }));
