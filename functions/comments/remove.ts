/** POST /api/editor/comments/{id}/remove/ — take a comment down */
import { judgeComment, judgedComment } from "#lib/actions/pages/judge-comment.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { removeComment } from "#lib/routes/comments.ts";
import { editorCommentView } from "#lib/surfaces/editor/editor-comment.ts";

export const handler = endpoint(
  removeComment,
  async ({ params }) => editorCommentView(await judgeComment(params.id, "removed")),
  { replay: async (_, outcome) => editorCommentView(await judgedComment(outcome)) },
);
