/** GET /api/openapi.json — read the description of this API as OpenAPI 3.1 */
import { endpoint } from "#lib/http/endpoint.ts";
import { withCustomBlocks } from "#lib/openapi/block-schemas.ts";
import { readOpenApi } from "#lib/routes/root.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import document from "../docs/openapi.json" with { type: "json" };

export const handler = endpoint(readOpenApi, async () => {
  const { settings } = await siteAt(await readSiteVersion());
  return withCustomBlocks(document, blocksOfSite(settings));
});
