import { type PlacedComment, stateOf } from "#lib/pages/comment.ts";

/** A comment as moderators see it: without addresses (contract#moderation). */
export const editorCommentView = ({ pageId, comment }: PlacedComment) => ({
  id: comment.id,
  page: pageId,
  parent: comment.parentId,
  author_name: comment.name,
  text: comment.text,
  state: stateOf(comment),
  score: comment.score ?? null,
  created_at: comment.createdAt,
});
