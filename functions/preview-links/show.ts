/** GET /cms/pages/{id}/previews/{link}/ — show a post or episode to people with a preview link */
import { openPreview } from "#lib/access/preview-access.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { secretAddressHeaders } from "#lib/http/reply.ts";
import { showPreview } from "#lib/routes/opened-previews.ts";
import { guestFrame } from "#lib/surfaces/editor/guest-frame.ts";
import { preview } from "#lib/surfaces/editor/preview.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint(
  { ...showPreview, errorPage },
  async ({ params, query, request }) => {
    const { link, page, revision, site } = await openPreview(params, query.key);
    return preview({ page, latest: revision }, { site }, request, guestFrame(link, query.theme));
  },
  { headersAt: secretAddressHeaders(showPreview) },
);
