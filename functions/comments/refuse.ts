/** POST /api/editor/comments/{id}/refuse/ — refuse a comment as spam */
import { judgeComment, judgedComment, judgementReads } from "#lib/actions/pages/judge-comment.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { refuseComment } from "#lib/routes/comments.ts";
import { editorCommentView } from "#lib/surfaces/editor/editor-lists.ts";

export const handler = endpoint(
  refuseComment,
  async ({ params, reads }) => editorCommentView(await judgeComment(params.id, "refused", reads)),
  { reads: judgementReads, replay: async (_, outcome) => editorCommentView(await judgedComment(outcome)) },
);
