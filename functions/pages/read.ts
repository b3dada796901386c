/** GET /api/cms/pages/{id}/ — read a live page */

import { viewerOf } from "#lib/access/principal.ts";
import { requireSite } from "#lib/catalog/list-query-for.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { certain } from "#lib/certain.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { selectPageFields } from "#lib/queries/fields.ts";
import { pageKindsOf, typeOf } from "#lib/queries/page-types.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { neededContent, pageView } from "#lib/surfaces/content/page.ts";
import { pageContextFor } from "#lib/surfaces/content/page-context.ts";
import { contentAnswer } from "#lib/surfaces/content/public-answer.ts";

export const handler = endpoint(readLivePage, (call) => {
  const { params, query, caller, request } = call;
  const viewer = viewerOf(caller);
  return contentAnswer(call, async (catalog) => {
    const site = await siteAt(catalog.siteVersion);
    requireSite(query.site, site.settings, request.origin);
    const listing = catalog.page(params.id, viewer);
    if (!listing || !pageKindsOf(query.types, query.exactTypes).has(listing.kind)) {
      throw new Refusal("not_found", { detail: "No Page matches the given query." });
    }
    const selection = selectPageFields(query.fields, [typeOf(listing.kind)], "detail");
    const contents = await readPublicContents([listing], neededContent(selection), catalog);
    if (!contents) return undefined;
    return () => {
      const context = pageContextFor({ catalog, site, caller, request }, query.rendering);
      return pageView({ listing, ...certain(contents[0]) }, selection, context);
    };
  });
});
