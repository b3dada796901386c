/** GET /api/cms/pages/ — list the live pages that the caller may view */
import { sessionTheme, viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { searchPages } from "#lib/catalog/full-text.ts";
import { listQueryFor } from "#lib/catalog/list-query-for.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { settledWith } from "#lib/catalog/settled-with.ts";
import { config } from "#lib/config.ts";
import { parsePageListQuery } from "#lib/discovery/page-query.ts";
import { wordSearchIn } from "#lib/discovery/word-search.ts";
import { customBlocks } from "#lib/http/custom-blocks.ts";
import { customThemes } from "#lib/http/custom-themes.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { postFilters } from "#lib/http/post-filters.ts";
import { publicAnswer } from "#lib/http/public-answer.ts";
import { listPages } from "#lib/routes/pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { pageView, wantedContent } from "#lib/views/page.ts";
import { pageListEnvelope } from "#lib/views/page-list-envelope.ts";
import { pageSurroundings } from "#lib/views/page-surroundings.ts";

export const handler = endpoint(listPages, async (call) => {
  const { query, caller, request } = call;
  const wanted = parsePageListQuery(query, postFilters());
  const viewer = viewerOf(caller);
  const held = await currentCatalog();
  const answer = async () => {
    const { found, contents, surroundings } = await settledWith(held, async (catalog) => {
      const site = await siteAt(catalog.siteVersion);
      const { settings, collections } = site;
      const search = wordSearchIn(wanted);
      const searched = search && (await searchPages(catalog, search));
      const listQuery = listQueryFor(wanted, catalog, viewer, site, request.origin, searched);
      const found = catalog.list(listQuery, viewer);
      const surroundings = pageSurroundings({
        catalog,
        viewer,
        settings,
        media: visibleMedia(catalog.media, viewer, collections),
        customBlocks: customBlocks(),
        commentsAreEnabled: config.commentsEnabled(),
        customThemes: customThemes(),
        sessionTheme: sessionTheme(caller),
        request,
        rendering: wanted.rendering,
      });
      const contents = await readPublicContents(found.listings, wantedContent(wanted.selection));
      return contents && { found, contents, surroundings };
    });
    const items = found.listings.map((listing, index) =>
      pageView({ listing, ...contents[index]! }, wanted.selection, surroundings),
    );
    return pageListEnvelope(items, found.total, wanted, request);
  };
  return wanted.order === "random" ? answer() : publicAnswer(call, held.state, answer);
});
