/** GET /api/editor/posts/{id}/history/ — list what was done to a post, the newest first */

import { requirePost } from "#lib/access/post-permits.ts";
import { rowReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listPostHistory } from "#lib/routes/editor-history.ts";
import { listHistory } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(listPostHistory, (call) => listHistory(requirePost, call), {
  reads: rowReads,
});
