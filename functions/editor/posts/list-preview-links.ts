/** GET /api/editor/posts/{id}/preview-links/ — list the preview links of a post, the newest first */

import { requirePost } from "#lib/access/post-permits.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listPostPreviewLinks } from "#lib/routes/editor-preview-links.ts";
import { listLinks } from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(listPostPreviewLinks, (call) => listLinks(requirePost, call), {
  reads: linkReads,
});
