/** POST /api/editor/episodes/{id}/preview-links/ — make a link that shows an episode's draft to strangers */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { createPreviewLink } from "#lib/actions/pages/create-preview-link.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createEpisodePreviewLink } from "#lib/routes/editor-preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import {
  newPreviewLinkView,
  repeatedPreviewLinkView,
  wantedLink,
} from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(
  createEpisodePreviewLink,
  async (call) => {
    const { params, principal, request } = call;
    const made = await createPreviewLink(params.id, {
      ...wantedLink(call),
      permit: (current) => requireEditable(requireEpisode(current), principal),
    });
    return newPreviewLinkView(params.id, made, principal, request);
  },
  {
    replay: async ({ params, principal }, outcome) => {
      requireEditable(requireEpisode(await readPageWithRevisions(params.id)), principal);
      return repeatedPreviewLinkView(outcome);
    },
  },
);
