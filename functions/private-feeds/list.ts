/** GET /api/accounts/feeds/ — list one's own feeds of podcasts, without their addresses */
import { endpoint } from "#lib/http/endpoint.ts";
import { listPrivateFeeds } from "#lib/routes/private-feeds.ts";
import { readPrivateFeeds } from "#lib/store/listed-credentials.ts";
import { readFeedUses } from "#lib/store/private-feeds.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { privateFeedView } from "#lib/surfaces/private-feeds/make-private-feed.ts";

export const handler = endpoint(listPrivateFeeds, async ({ query, principal, request }) =>
  listWindow(await readPrivateFeeds(principal.user.id), query, request, async (shown) => {
    const uses = await readFeedUses(shown.map(({ digest }) => digest));
    return shown.map((feed) => privateFeedView(feed, uses.get(feed.digest) ?? null));
  }),
);
