/** GET /api/editor/posts/{id}/preview/ — show a post's latest revision as visitors would see it */
import { requireEditable } from "#lib/access/post-permits.ts";
import { draftReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { preview } from "#lib/surfaces/editor/preview.ts";

export const handler = endpoint(
  previewPost,
  async ({ params, principal, request, reads }) => {
    const post = requireEditable(await reads.page(params.id), principal);
    return preview(post, principal, request);
  },
  { reads: draftReads },
);
