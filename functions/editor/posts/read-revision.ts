/** GET /api/editor/posts/{id}/revisions/{revision}/ — read a post from one of its revisions */
import { revisionReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readPostRevision } from "#lib/routes/editor-history.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { showRevision } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(readPostRevision, (call) => showRevision(posts, call), {
  reads: revisionReads,
});
