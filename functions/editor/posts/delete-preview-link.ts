/** DELETE /api/editor/posts/{id}/preview-links/{link}/ — revoke a preview link of a post */
import { requireEditable } from "#lib/access/post-permits.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { deletePreviewLink } from "#lib/actions/pages/preview-links.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deletePostPreviewLink } from "#lib/routes/editor-preview-links.ts";

export const handler = endpoint(
  deletePostPreviewLink,
  ({ params, principal, reads }) =>
    deletePreviewLink(params.id, {
      id: params.link,
      reads,
      permit: (current) => requireEditable(current, principal),
    }),
  { reads: linkReads, replay: () => {} },
);
