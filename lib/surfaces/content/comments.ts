import { hash } from "node:crypto";
import { type Comment, publicComments, type ThreadedComment, threadsOf } from "#lib/pages/comment.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import type { PostComment } from "#lib/themes/page-parts.ts";

/** Public comments in thread order, as plain text without e-mail addresses (contract#comments-of-posts). */
export const commentsView = (comments: readonly Comment[]) =>
  publicComments(comments).map(({ id, parentId, name, createdAt, text }) => ({
    id,
    parent: parentId,
    user: name,
    date: createdAt,
    comment: text,
  }));

/**
 * The values that clients of the original form send back. Nothing in them changes between publications, so
 * that answers can be cached, and the service does not read them (contract#comments-of-posts).
 */
export const commentsSecurityData = ({ id, kind, lastPublishedAt }: Listing) => {
  const named = { content_type: typeOf(kind), object_pk: String(id), timestamp: lastPublishedAt ?? "" };
  return { ...named, security_hash: hash("sha256", Object.values(named).join("\n")) };
};

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
