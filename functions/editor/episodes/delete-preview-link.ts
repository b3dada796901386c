/** DELETE /api/editor/episodes/{id}/preview-links/{link}/ — revoke a preview link of an episode */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { deletePreviewLink } from "#lib/actions/pages/preview-links.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteEpisodePreviewLink } from "#lib/routes/editor-preview-links.ts";

export const handler = endpoint(
  deleteEpisodePreviewLink,
  ({ params, principal, reads }) =>
    deletePreviewLink(params.id, {
      id: params.link,
      reads,
      permit: (current) => requireEditable(requireEpisode(current), principal),
    }),
  { reads: linkReads, replay: () => {} },
);
