/** POST /accounts/login/ — sign in with a password and start a session */
import { signIn as startSession } from "#lib/actions/sign-in.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { pageHeaders, sessionCookies } from "#lib/http/sign-in-headers.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { signIn } from "#lib/routes/accounts.ts";
import { localPath } from "#lib/views/local-path.ts";
import { signInPage } from "#lib/views/sign-in-page.ts";

export const handler = endpoint(signIn, async ({ body, caller, request }) => {
  const next = body.next === undefined ? undefined : localPath(body.next);
  const started = await startSession(body.username, body.password, caller.session);
  if (!started && next === undefined) throw new Refusal("authentication_failed");
  if (!started)
    return new Reply(signInPage(next, "Wrong username or password."), { status: 403, headers: pageHeaders });
  const cookies = sessionCookies(request.origin, started);
  if (next === undefined) return new Reply({ username: body.username }, { cookies });
  return new Reply(undefined, { status: 303, headers: { location: next }, cookies });
});
