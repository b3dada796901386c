/** POST /accounts/logout/ — end the session */
import { signOut } from "#lib/actions/people/sign-out.ts";
import { signOutEverywhere } from "#lib/actions/people/sign-out-everywhere.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { logOut } from "#lib/routes/accounts.ts";
import { localPath } from "#lib/surfaces/accounts/local-path.ts";
import { endedCookies } from "#lib/surfaces/accounts/sign-in-headers.ts";
import { errorPage } from "#lib/surfaces/site/error-page.ts";

export const handler = endpoint({ ...logOut, errorPage }, async ({ query, caller, request, note }) => {
  const { principal, session } = caller;
  if (principal && session && query.everywhere) {
    await signOutEverywhere(principal.user.id);
    note("signed out everywhere", { principal: principal.user.id });
  }
  if (session) await signOut(session);
  const cookies = endedCookies(request.origin);
  if (query.next === null) return new Reply(undefined, { cookies });
  return new Reply(undefined, { status: 303, headers: { location: localPath(query.next) }, cookies });
});
