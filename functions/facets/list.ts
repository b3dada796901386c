/** GET /api/facet_counts/ — list the blogs and podcasts that have facet counts */
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listFacets } from "#lib/routes/facets.ts";
import { facetItemView } from "#lib/surfaces/content/facets.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";

export const handler = endpoint(listFacets, async (call) => {
  const { query: window, request } = call;
  const catalog = await currentCatalog();
  return publicAnswer(call, catalog.state, async () => {
    const { total, listings } = catalog.publicBlogs(window);
    const items = listings.map(({ id }) => facetItemView(id, request.origin));
    return listEnvelope(items, total, window, request);
  });
});
