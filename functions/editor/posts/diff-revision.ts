/** GET /api/editor/posts/{id}/revisions/{revision}/diff/ — compare two revisions of a post */

import { requirePost } from "#lib/access/post-permits.ts";
import { revisionReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { diffPostRevision } from "#lib/routes/editor-history.ts";
import { diffRevision } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(diffPostRevision, (call) => diffRevision(requirePost, call), {
  reads: revisionReads,
});
