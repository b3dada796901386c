/** GET /api/cms/pages/ — list the live pages that the caller may view */
import { viewerOf } from "#lib/access/principal.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { searchPages } from "#lib/catalog/current/full-text.ts";
import { retryOnNewerCatalog } from "#lib/catalog/current/retry-on-newer-catalog.ts";
import { listQueryFor } from "#lib/catalog/list-query-for.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { wordSearchIn } from "#lib/queries/word-search.ts";
import { listPages } from "#lib/routes/pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { neededContent, pageView } from "#lib/surfaces/content/page.ts";
import { pageContextFor } from "#lib/surfaces/content/page-context-for.ts";
import { pageListEnvelope } from "#lib/surfaces/content/page-list-envelope.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";

export const handler = endpoint(listPages, async (call) => {
  const { query, caller, request } = call;
  const viewer = viewerOf(caller);
  const current = await currentCatalog();
  const answer = () =>
    retryOnNewerCatalog(current, async (catalog) => {
      const site = await siteAt(catalog.siteVersion);
      const listQuery = listQueryFor(query, catalog, viewer, site, request.origin);
      const search = wordSearchIn(query);
      const found = search && (await searchPages(catalog, search));
      const { total, listings } = catalog.list({ ...listQuery, found }, viewer);
      const context = pageContextFor({ catalog, site, caller, request }, query.rendering);
      const contents = await readPublicContents(listings, neededContent(query.selection));
      const items = contents?.map((content, index) =>
        pageView({ listing: listings[index]!, ...content }, query.selection, context),
      );
      return items && pageListEnvelope(items, total, query, request);
    });
  // A random order is never kept: an object of its own keys no other answer.
  const state = query.order === "random" ? {} : current.state;
  return publicAnswer(call, state, answer);
});
