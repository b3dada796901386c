/** POST /api/editor/posts/{id}/preview-links/ — make a link that shows a post's draft to strangers */
import { requireEditable } from "#lib/access/post-permits.ts";
import { hashOfSecret, newSecret } from "#lib/access/secrets.ts";
import { createPreviewLink } from "#lib/actions/pages/create-preview-link.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import {
  linkWishes,
  newPreviewLinkView,
  repeatedPreviewLinkView,
} from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(
  createPostPreviewLink,
  async ({ params, body, principal, request }) => {
    const key = newSecret();
    const link = await createPreviewLink(params.id, {
      ...linkWishes(body),
      makerId: principal.user.id,
      secretHash: hashOfSecret(key),
      permit: (current) => requireEditable(current, principal),
    });
    return newPreviewLinkView({ pageId: params.id, link, key }, principal, request);
  },
  {
    replay: async ({ params, principal }, outcome) => {
      requireEditable(await readPageWithRevisions(params.id, []), principal);
      return repeatedPreviewLinkView(outcome);
    },
  },
);
