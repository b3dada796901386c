/** POST /accounts/logout/ — end the session */
import { signOut } from "#lib/actions/people/sign-out.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { logOut } from "#lib/routes/accounts.ts";
import { endedCookies } from "#lib/surfaces/accounts/sign-in-headers.ts";

export const handler = endpoint(logOut, async ({ caller, request }) => {
  if (caller.session) await signOut(caller.session.hash);
  return new Reply(undefined, { cookies: endedCookies(request.origin) });
});
