/** POST /accounts/feeds/ — make a feed of a podcast by a form; only the answer has its addresses */
import { endpoint } from "#lib/http/endpoint.ts";
import { makeOwnFeed } from "#lib/routes/own-feeds.ts";
import { ownFeedsPath } from "#lib/site/private-feed.ts";
import { signInAgain } from "#lib/surfaces/accounts/sign-in.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";
import { newOwnFeedReply } from "#lib/surfaces/private-feeds/own-feeds-page.ts";

export const handler = endpoint({ ...makeOwnFeed, errorPage }, async ({ body, caller, request }) => {
  const { principal, session } = caller;
  if (!principal || !session) return signInAgain(ownFeedsPath);
  return newOwnFeedReply(body.podcast, { caller, principal, request });
});
