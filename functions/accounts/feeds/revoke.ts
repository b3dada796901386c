/** POST /accounts/feeds/revoke/ — revoke a feed of one's own by a form */
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { revokeOwnFeed } from "#lib/routes/own-feeds.ts";
import { ownFeedsPath } from "#lib/site/private-feed.ts";
import { signInAgain } from "#lib/surfaces/accounts/sign-in.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";
import { revokeIfThere } from "#lib/surfaces/private-feeds/revoke-if-there.ts";

export const handler = endpoint({ ...revokeOwnFeed, errorPage }, async ({ body, caller }) => {
  const { principal, session } = caller;
  if (!principal || !session) return signInAgain(ownFeedsPath);
  await revokeIfThere(principal.user.id, body.feed);
  return new Reply(undefined, { status: 303, headers: { location: `${ownFeedsPath}?revoked=yes` } });
});
