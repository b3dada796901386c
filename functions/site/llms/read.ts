/** GET /llms.txt — tell programs that read for people what the site has, as Markdown */
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readLlms } from "#lib/routes/site-crawling.ts";
import { isIndexed } from "#lib/settings/site.ts";
import { siteAt } from "#lib/store/site.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";
import { llmsText } from "#lib/surfaces/markdown/llms-text.ts";

export const handler = endpoint(readLlms, async (call) => {
  if (!isIndexed()) throw new Refusal("not_found");
  const catalog = await currentCatalog();
  return publicAnswer(call, catalog.state, async () => {
    const site = await siteAt(catalog.siteVersion);
    return llmsText(catalog, site, site.settings.baseUrl ?? call.request.origin);
  });
});
