/** GET /api/cms/pages/{id}/previews/{link}/ — read a post or episode that a preview link shows */
import { openPreview } from "#lib/access/preview-access.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { secretAddressHeaders } from "#lib/http/reply.ts";
import { readPreview } from "#lib/routes/opened-previews.ts";
import { previewItem } from "#lib/surfaces/content/preview-item.ts";

export const handler = endpoint(
  readPreview,
  async ({ params, query, request }) => {
    const { page, revision, site } = await openPreview(params, query.key);
    const catalog = await currentCatalog();
    return previewItem({ page, revision }, query.fields, { catalog, site, request });
  },
  { headersAt: secretAddressHeaders(readPreview) },
);
