/** GET /api/editor/episodes/{id}/preview/ — show an episode's latest revision as visitors would see it */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { previewReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { previewEpisode } from "#lib/routes/editor-previews.ts";
import { preview } from "#lib/surfaces/editor/preview.ts";
import { previewedPost } from "#lib/surfaces/editor/previewed-post.ts";

export const handler = endpoint(
  previewEpisode,
  async (call) => {
    const { params, principal, request, reads } = call;
    const episode = requireEditable(requireEpisode(await reads.page(params.id)), principal);
    return preview(await previewedPost(episode, call), principal, request);
  },
  { reads: previewReads },
);
