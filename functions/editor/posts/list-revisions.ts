/** GET /api/editor/posts/{id}/revisions/ — list the revisions of a post, the newest first */

import { requirePost } from "#lib/access/post-permits.ts";
import { rowReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listPostRevisions } from "#lib/routes/editor-history.ts";
import { listRevisions } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(listPostRevisions, (call) => listRevisions(requirePost, call), {
  reads: rowReads,
});
