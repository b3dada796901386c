/** GET /api/cms/pages/ — list the live pages that the caller may view */

import { viewerOf } from "#lib/access/principal.ts";
import { searchPages } from "#lib/catalog/current/full-text.ts";
import { listQueryFor } from "#lib/catalog/list-query-for.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { certain } from "#lib/certain.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { wordSearchIn } from "#lib/queries/word-search.ts";
import { listPages } from "#lib/routes/pages.ts";
import { siteAt } from "#lib/store/site.ts";
import { pageListEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { neededContent, pageView } from "#lib/surfaces/content/page.ts";
import { pageContextFor } from "#lib/surfaces/content/page-context.ts";
import { contentAnswer } from "#lib/surfaces/content/public-answer.ts";

export const handler = endpoint(listPages, (call) => {
  const { query, caller, request } = call;
  const viewer = viewerOf(caller);
  const needed = neededContent(query.selection);
  const isKept = query.order !== "random";
  return contentAnswer(
    call,
    async (catalog) => {
      const site = await siteAt(catalog.siteVersion);
      const listQuery = listQueryFor(query, catalog, viewer, site, request.origin);
      const search = wordSearchIn(query);
      const found = search && (await searchPages(catalog, search, site));
      const { total, listings } = catalog.list({ ...listQuery, found }, viewer);
      const contents = await readPublicContents(listings, needed);
      if (!contents) return undefined;
      return () => {
        const context = pageContextFor({ catalog, site, caller, request }, query.rendering);
        const items = contents.map((content, index) =>
          pageView({ listing: certain(listings[index]), ...content }, query.selection, context),
        );
        return pageListEnvelope(items, total, query, request);
      };
    },
    { reads: Object.values(needed).some(Boolean), isKept },
  );
});
