/** POST /api/accounts/feeds/ — make a feed of a podcast for oneself; its addresses are shown once */
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createPrivateFeed } from "#lib/routes/private-feeds.ts";
import { newPrivateFeed } from "#lib/surfaces/private-feeds/make-private-feed.ts";

export const handler = endpoint(createPrivateFeed, async ({ body, principal, request }) =>
  newPrivateFeed(await currentCatalog(), { podcastId: body.podcast, principal, request }),
);
