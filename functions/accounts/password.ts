/** POST /accounts/password/ — enter the password of a restricted page or media collection */
import { enteredPassword, type Locked } from "#lib/access/entered-password.ts";
import { rememberInSession } from "#lib/actions/remember-in-session.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { showingWaits } from "#lib/http/form-reply.ts";
import { hashedAddress } from "#lib/http/log.ts";
import { Reply } from "#lib/http/reply.ts";
import { sessionCookies } from "#lib/http/sign-in-headers.ts";
import { invalid } from "#lib/refusals/problem.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { enterPassword } from "#lib/routes/accounts.ts";
import { afterPassword } from "#lib/views/after-password.ts";
import { lockedFields, passwordFormPage } from "#lib/views/password-page.ts";

export const handler = endpoint(enterPassword, async ({ body, caller, request, warn }) => {
  const { password, next } = body;
  const { address, origin } = request;
  const locked = lockedIn(body);
  const form = (problem: string) => passwordFormPage(lockedFields(locked, next ?? ""), problem);
  return showingWaits(next !== undefined, form, async () => {
    const right = await enteredPassword(locked, { address, password });
    if (!right) warn("wrong password", { ...locked, address: hashedAddress(address) });
    if (!right && next === undefined)
      throw new Refusal("authentication_failed", { detail: "Wrong password." });
    const started = right && (await rememberInSession({ held: caller.session, address, ...right }));
    const cookies = started ? sessionCookies(origin, started) : [];
    if (next === undefined) return new Reply({}, { cookies });
    const location = afterPassword(next, right !== undefined);
    return new Reply(undefined, { status: 303, headers: { location }, cookies });
  });
});

const lockedIn = ({
  page,
  collection,
}: {
  page?: number | undefined;
  collection?: number | undefined;
}): Locked => {
  if (page !== undefined && collection !== undefined)
    throw invalid("collection", "conflict", "A password is for a page or for a collection, not for both.");
  if (page !== undefined) return { page };
  if (collection !== undefined) return { collection };
  throw invalid("page", "required", "Name the page or the collection that the password is for.");
};
