/** GET /api/facet_counts/{id}/ — count the posts of a blog by month, category and tag */
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { matchPages } from "#lib/catalog/current/full-text.ts";
import { publicBlog } from "#lib/catalog/list-query-for.ts";
import { countFacets } from "#lib/catalog/pages/facets.ts";
import { narrowingOf } from "#lib/catalog/pages/narrowing.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { searchForAll } from "#lib/queries/word-search.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { postFilters } from "#lib/settings/site.ts";
import { siteAt } from "#lib/store/site.ts";
import { facetItemView, legacyFacetsView, modalFacetsView } from "#lib/surfaces/content/facets.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";

export const handler = endpoint(readFacets, async (call) => {
  const { params, query, request } = call;
  const { isModal, filter } = query;
  const catalog = await currentCatalog();
  return publicAnswer(call, catalog.state, async () => {
    const { id: blogId } = publicBlog(catalog, params.id);
    const site = await siteAt(catalog.siteVersion);
    const narrowing = narrowingOf(filter, site);
    const search = searchForAll(filter.search);
    const found = search && (await matchPages(catalog, search, site));
    const counts = countFacets(catalog.pages, { blogId, narrowing, found, isDisjunctive: isModal });
    const shown = { counts, active: postFilters(), categories: site.categories };
    return isModal
      ? modalFacetsView(filter, shown)
      : legacyFacetsView(facetItemView(blogId, request.origin), shown);
  });
});
