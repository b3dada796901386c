/** POST /accounts/logout/ — end the session, another one, or all */
import { shownSession } from "#lib/access/sessions.ts";
import { signOut, signOutEverywhere } from "#lib/actions/people/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { logOut } from "#lib/routes/accounts.ts";
import { endedCookies, localPath } from "#lib/surfaces/accounts/sign-in.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...logOut, errorPage }, async ({ query, caller, request, note }) => {
  const { principal, session } = caller;
  const chosen = query.everywhere ? null : query.session;
  const ended = chosen === null ? session : await shownSession(caller, chosen);
  // A person who sends the form twice comes back to the page, which shows that the session has ended.
  if (chosen !== null && !ended && query.next === null) throw new Refusal("not_found");
  if (principal && session && query.everywhere) {
    await signOutEverywhere(principal.user.id);
    note("signed out everywhere", { principal: principal.user.id });
  }
  if (ended) await signOut(ended);
  const isHere = chosen === null || ended?.hash === session?.hash;
  if (ended && !isHere) note("signed out elsewhere", { principal: ended.session.userId });
  const cookies = isHere ? endedCookies(request.origin) : [];
  if (query.next === null) return new Reply(undefined, { cookies });
  return new Reply(undefined, { status: 303, headers: { location: localPath(query.next) }, cookies });
});
