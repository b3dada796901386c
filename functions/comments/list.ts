/** GET /api/editor/comments/ — list comments with their states, the newest first */
import { endpoint } from "#lib/http/endpoint.ts";
import { isMeant } from "#lib/pages/comment-state.ts";
import { rangeOf } from "#lib/queries/pagination.ts";
import { listComments } from "#lib/routes/comments.ts";
import { readModeratedComments } from "#lib/store/moderated-comments.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { editorCommentView } from "#lib/surfaces/editor/editor-comment.ts";

export const handler = endpoint(listComments, async ({ query, request }) => {
  const { on, below, window } = query;
  const found = await readModeratedComments({ on, below, matches: (comment) => isMeant(comment, query) });
  const { offset, limit } = rangeOf(window, found.length);
  const items = found.slice(offset, offset + limit).map(editorCommentView);
  return listEnvelope(items, found.length, window, request);
});
