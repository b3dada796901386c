/** GET /api/cms/pages/ — list the live pages that the caller may view */
import { viewerOf } from "#lib/access/principal.ts";
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { listQueryFor } from "#lib/catalog/list-query-for.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { settledWith } from "#lib/catalog/settled-with.ts";
import { searchPages } from "#lib/catalog/words/full-text.ts";
import { parsePageListQuery } from "#lib/discovery/page-query.ts";
import { wordSearchIn } from "#lib/discovery/word-search.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { postFilters } from "#lib/http/post-filters.ts";
import { publicAnswer } from "#lib/http/public-answer.ts";
import { surroundingsFor } from "#lib/http/surroundings-for.ts";
import { listPages } from "#lib/routes/pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { pageView, wantedContent } from "#lib/views/page.ts";
import { pageListEnvelope } from "#lib/views/page-list-envelope.ts";

export const handler = endpoint(listPages, async (call) => {
  const { query, caller, request } = call;
  const wanted = parsePageListQuery(query, postFilters());
  const viewer = viewerOf(caller);
  const held = await currentCatalog();
  const answer = () =>
    settledWith(held, async (catalog) => {
      const site = await siteAt(catalog.siteVersion);
      const listQuery = listQueryFor(wanted, catalog, viewer, site, request.origin);
      const search = wordSearchIn(wanted);
      const found = search && (await searchPages(catalog, search));
      const { total, listings } = catalog.list({ ...listQuery, found }, viewer);
      const surroundings = surroundingsFor({ catalog, site, caller, request }, wanted.rendering);
      const contents = await readPublicContents(listings, wantedContent(wanted.selection));
      const items = contents?.map((content, index) =>
        pageView({ listing: listings[index]!, ...content }, wanted.selection, surroundings),
      );
      return items && pageListEnvelope(items, total, wanted, request);
    });
  // What chance has ordered is made anew for everybody: nothing is kept for an object that nobody else has.
  const state = wanted.order === "random" ? {} : held.state;
  return publicAnswer(call, state, answer);
});
