/** POST /api/editor/episodes/{id}/preview-links/ — make a link that shows an episode's draft to strangers */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { createPreviewLink } from "#lib/actions/pages/create-preview-link.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createEpisodePreviewLink } from "#lib/routes/editor-preview-links.ts";
import {
  newPreviewLinkView,
  repeatedPreviewLinkView,
  wantedLink,
} from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(
  createEpisodePreviewLink,
  async (call) => {
    const { params, principal, request, reads } = call;
    const made = await createPreviewLink(params.id, {
      ...wantedLink(call),
      reads,
      permit: (current) => requireEditable(requireEpisode(current), principal),
    });
    return newPreviewLinkView(params.id, made, principal, request);
  },
  {
    reads: linkReads,
    replay: async ({ params, principal, reads }, outcome) => {
      requireEditable(requireEpisode(await reads.row(params.id)), principal);
      return repeatedPreviewLinkView(outcome);
    },
  },
);
