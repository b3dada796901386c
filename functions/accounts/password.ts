/** POST /accounts/password/ — enter the password of a restricted page */
import { opensPage } from "#lib/access/page-password.ts";
import { rememberInSession } from "#lib/actions/remember-in-session.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { sessionCookies } from "#lib/http/sign-in-headers.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { enterPassword } from "#lib/routes/accounts.ts";
import { afterPassword } from "#lib/views/after-password.ts";

export const handler = endpoint(enterPassword, async ({ body, caller, request }) => {
  const { page, password, next } = body;
  const isRight = await opensPage(page, password);
  if (!isRight && next === undefined)
    throw new Refusal("authentication_failed", { detail: "Wrong password." });
  const started = isRight ? await rememberInSession(caller.session, { passed: [page] }) : undefined;
  const cookies = started ? sessionCookies(request.origin, started) : [];
  if (next === undefined) return new Reply({}, { cookies });
  return new Reply(undefined, { status: 303, headers: { location: afterPassword(next, isRight) }, cookies });
});
