/** GET /sitemap.xml — list the pages that search engines may index */
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readSitemap } from "#lib/routes/site-crawling.ts";
import { isIndexed } from "#lib/settings/site.ts";
import { siteAt } from "#lib/store/site.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";
import { sitemap } from "#lib/surfaces/html/crawling.ts";

export const handler = endpoint(readSitemap, async (call) => {
  if (!isIndexed()) throw new Refusal("not_found");
  const catalog = await currentCatalog();
  return publicAnswer(call, catalog.state, async () => {
    const { settings } = await siteAt(catalog.siteVersion);
    const text = sitemap(catalog, settings.baseUrl ?? call.request.origin, call.query.part);
    if (text === undefined) throw new Refusal("not_found");
    return text;
  });
});
