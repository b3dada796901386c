/** POST /api/editor/comments/{id}/approve/ — make a comment public */
import { judgeComment, judgedComment, judgementReads } from "#lib/actions/pages/judge-comment.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { approveComment } from "#lib/routes/comments.ts";
import { editorCommentView } from "#lib/surfaces/editor/editor-lists.ts";

export const handler = endpoint(
  approveComment,
  async ({ params, reads }) => editorCommentView(await judgeComment(params.id, "public", reads)),
  { reads: judgementReads, replay: async (_, outcome) => editorCommentView(await judgedComment(outcome)) },
);
