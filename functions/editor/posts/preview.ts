/** GET /api/editor/posts/{id}/preview/ — show a post's latest revision as visitors would see it */
import { requireEditable } from "#lib/access/post-permits.ts";
import { previewReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { preview } from "#lib/surfaces/editor/preview.ts";
import { previewedPost } from "#lib/surfaces/editor/previewed-post.ts";

export const handler = endpoint(
  previewPost,
  async (call) => {
    const { params, principal, request, reads } = call;
    const post = requireEditable(await reads.page(params.id), principal);
    return preview(await previewedPost(post, call), principal, request);
  },
  { reads: previewReads },
);
