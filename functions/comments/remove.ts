/** POST /api/editor/comments/{id}/remove/ — take a comment down */
import { judgeComment, judgedComment, judgementReads } from "#lib/actions/pages/judge-comment.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { removeComment } from "#lib/routes/comments.ts";
import { editorCommentView } from "#lib/surfaces/editor/editor-lists.ts";

export const handler = endpoint(
  removeComment,
  async ({ params, reads }) => editorCommentView(await judgeComment(params.id, "removed", reads)),
  { reads: judgementReads, replay: async (_, outcome) => editorCommentView(await judgedComment(outcome)) },
);
