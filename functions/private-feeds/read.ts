/** GET /_feeds/private/{address+} — read a feed of a podcast for one person, or an episode in it */
import { endpoint } from "#lib/http/endpoint.ts";
import { secretAddressHeaders } from "#lib/http/reply.ts";
import { readPrivateFeed } from "#lib/routes/private-feeds.ts";
import { answerPrivateFeed } from "#lib/surfaces/private-feeds/answer-private-feed.ts";

export const handler = endpoint(readPrivateFeed, ({ tail, request }) => answerPrivateFeed(tail, request), {
  headersAt: secretAddressHeaders(readPrivateFeed),
});
