/** POST /api/editor/posts/{id}/preview-links/ — make a link that shows a post's draft to strangers */

import { requirePost } from "#lib/access/post-permits.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { createLink, repeatLink } from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(createPostPreviewLink, (call) => createLink(requirePost, call), {
  reads: linkReads,
  replay: repeatLink(requirePost),
});
