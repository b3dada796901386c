/** GET /accounts/feeds/ — show people their own feeds of podcasts, with forms that make and revoke them */
import { endpoint } from "#lib/http/endpoint.ts";
import { showOwnFeeds } from "#lib/routes/own-feeds.ts";
import { signInReply } from "#lib/surfaces/accounts/sign-in.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";
import { ownFeedsReply } from "#lib/surfaces/private-feeds/own-feeds-page.ts";

export const handler = endpoint({ ...showOwnFeeds, errorPage }, async ({ query, caller, request }) => {
  const { principal, session } = caller;
  return principal && session ? ownFeedsReply({ caller, principal, request }, query) : signInReply(request);
});
