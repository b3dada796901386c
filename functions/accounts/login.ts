/** POST /accounts/login/ — sign in with a password and start a session */
import { requireOwnOrigin } from "#lib/access/csrf.ts";
import { sessionSeconds, signIn as startSession } from "#lib/actions/sign-in.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { sessionCookies } from "#lib/http/session-cookies.ts";
import { signIn } from "#lib/routes/accounts.ts";
import { localPath } from "#lib/views/sign-in-page.ts";

export const handler = endpoint(signIn, async ({ body, request }) => {
  requireOwnOrigin({ origin: request.origin, originHeader: request.headers.origin });
  const { secret, session } = await startSession(body.username, body.password);
  const cookies = sessionCookies(request.origin, secret, session.csrfToken, sessionSeconds);
  const goOn = body.next === undefined ? {} : { status: 303, headers: { location: localPath(body.next) } };
  return new Reply({ username: body.username }, { cookies, ...goOn });
});
