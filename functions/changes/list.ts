/** GET /api/changes/ — list what strangers may view and how it changed since a cursor */

import { stranger } from "#lib/access/principal.ts";
import { cursorNow, followChanges } from "#lib/catalog/changes/follow-changes.ts";
import { retryOnNewerCatalog } from "#lib/catalog/current/beside-log.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { certain } from "#lib/certain.ts";
import { jsonDigest } from "#lib/digest.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { cursorText } from "#lib/queries/change-query.ts";
import { parseRendering } from "#lib/queries/page-rendering.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { settingsInAnswers } from "#lib/settings/site.ts";
import { siteAt } from "#lib/store/site.ts";
import { changeItems, neededOfChanged } from "#lib/surfaces/content/change-items.ts";
import { pageContextFor } from "#lib/surfaces/content/page-context.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";

const rendering = parseRendering(new Map());

export const handler = endpoint(listChanges, async (call) => {
  const { query, request } = call;
  const now = await catalogNow();
  const present = { now, settings: jsonDigest(settingsInAnswers()) };
  const { pages, cursor, more } = query.cursor
    ? await followChanges(query.cursor, present, query.limit)
    : { pages: [], cursor: cursorNow(present), more: false };
  const items = () =>
    retryOnNewerCatalog(now.catalog, async (catalog) => {
      const site = await siteAt(catalog.siteVersion);
      const listings = catalog.listingsOf(catalog.publicIds(pages.map(({ id }) => id)));
      const contents = await readPublicContents(listings, neededOfChanged);
      const found = contents?.map((content, index) => ({ listing: certain(listings[index]), ...content }));
      const context = pageContextFor({ catalog, site, caller: stranger, request }, rendering);
      return found && changeItems(pages, new Map(found.map((page) => [page.listing.id, page])), context);
    });
  // Each call has its own cursor, so nothing is kept for others.
  return publicAnswer(call, {}, async () => ({
    results: pages.length > 0 ? await items() : [],
    cursor: cursorText(cursor),
    more,
  }));
});
