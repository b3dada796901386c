/** POST /accounts/feeds/revoke/ — revoke a feed of one's own by a form */
import { revokePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { revokeOwnFeed } from "#lib/routes/own-feeds.ts";
import { ownFeedsPath } from "#lib/site/private-feed.ts";
import { signInAgain } from "#lib/surfaces/accounts/sign-in.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...revokeOwnFeed, errorPage }, async ({ body, caller }) => {
  const { principal, session } = caller;
  if (!principal || !session) return signInAgain(ownFeedsPath);
  try {
    await revokePrivateFeed(principal.user.id, body.feed);
  } catch (error) {
    // Whoever sends the form twice comes back to the page, which has no such feed any more.
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
  }
  return new Reply(undefined, { status: 303, headers: { location: `${ownFeedsPath}?revoked=yes` } });
});
