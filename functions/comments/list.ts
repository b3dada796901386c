/** GET /api/editor/comments/ — list comments with their states, the newest first */
import { endpoint } from "#lib/http/endpoint.ts";
import { rangeOf } from "#lib/queries/pagination.ts";
import { listComments } from "#lib/routes/comments.ts";
import { readModeratedComments } from "#lib/store/moderated-comments.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { editorCommentView } from "#lib/surfaces/editor/editor-lists.ts";

export const handler = endpoint(listComments, async ({ query, request }) => {
  const { window } = query;
  const { count, comments } = await readModeratedComments(query, (total) => rangeOf(window, total));
  return listEnvelope(comments.map(editorCommentView), count, window, request);
});
