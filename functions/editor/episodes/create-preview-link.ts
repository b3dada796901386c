/** POST /api/editor/episodes/{id}/preview-links/ — make a link that shows an episode's draft to strangers */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { hashOfSecret, newSecret } from "#lib/access/secrets.ts";
import { createPreviewLink } from "#lib/actions/pages/create-preview-link.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createEpisodePreviewLink } from "#lib/routes/editor-preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import {
  linkWishes,
  newPreviewLinkView,
  repeatedPreviewLinkView,
} from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(
  createEpisodePreviewLink,
  async ({ params, body, principal, request }) => {
    const key = newSecret();
    const link = await createPreviewLink(params.id, {
      ...linkWishes(body),
      makerId: principal.user.id,
      secretHash: hashOfSecret(key),
      permit: (current) => requireEditable(requireEpisode(current), principal),
    });
    return newPreviewLinkView({ pageId: params.id, link, key }, principal, request);
  },
  {
    replay: async ({ params, principal }, outcome) => {
      requireEditable(requireEpisode(await readPageWithRevisions(params.id, [])), principal);
      return repeatedPreviewLinkView(outcome);
    },
  },
);
