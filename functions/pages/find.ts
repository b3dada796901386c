/** GET /api/cms/pages/find/ — redirect to the page with a path or an id */
import { viewerOf } from "#lib/access/principal.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { redirectTargetOf } from "#lib/catalog/redirect-target.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { otherParameters } from "#lib/queries/find-query.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { findPage } from "#lib/routes/pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { pageDetailUrl } from "#lib/surfaces/content/page.ts";

export const handler = endpoint(findPage, async ({ query, caller, request }) => {
  const { slugs, id, redirects } = query;
  const catalog = await currentCatalog();
  const viewer = viewerOf(caller);
  const direct = slugs ? catalog.pageAt(slugs, viewer) : catalog.page(id ?? 0, viewer);
  const site = await siteAt(catalog.siteVersion);
  const target = !direct && slugs && redirects ? await redirectTargetOf(catalog, slugs, site) : undefined;
  const page = direct ?? catalog.page(target && !target.isAbove ? target.pageId : 0, viewer);
  if (!page) throw new Refusal("not_found", { detail: "not found" });
  const url = pageDetailUrl(page, site.settings.baseUrl ?? request.origin);
  return new Reply(undefined, {
    headers: { location: url + otherParameters(request.query, findPage.query) },
  });
});
