/** POST /accounts/password/ — enter the password of a restricted page */
import { opensPage } from "#lib/access/page-password.ts";
import { rememberInSession } from "#lib/actions/remember-in-session.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { showingWaits } from "#lib/http/form-reply.ts";
import { hashedAddress } from "#lib/http/log.ts";
import { Reply } from "#lib/http/reply.ts";
import { sessionCookies } from "#lib/http/sign-in-headers.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { enterPassword } from "#lib/routes/accounts.ts";
import { afterPassword } from "#lib/views/after-password.ts";
import { passwordFormPage } from "#lib/views/password-page.ts";

export const handler = endpoint(enterPassword, async ({ body, caller, request, warn }) => {
  const { page, password, next } = body;
  const { address, origin } = request;
  const form = (problem: string) => passwordFormPage({ page: String(page), next: next ?? "" }, problem);
  return showingWaits(next !== undefined, form, async () => {
    const right = await opensPage(page, { address, password });
    if (!right) warn("wrong password", { page, address: hashedAddress(address) });
    if (!right && next === undefined)
      throw new Refusal("authentication_failed", { detail: "Wrong password." });
    const started = right && (await rememberInSession({ held: caller.session, address, ...right }));
    const cookies = started ? sessionCookies(origin, started) : [];
    if (next === undefined) return new Reply({}, { cookies });
    const location = afterPassword(next, right !== undefined);
    return new Reply(undefined, { status: 303, headers: { location }, cookies });
  });
});
