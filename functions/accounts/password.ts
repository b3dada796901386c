/** POST /accounts/password/ — enter the password of a restricted page or media collection */
import { enteredPassword, type Locked } from "#lib/access/guessing.ts";
import { rememberInSession } from "#lib/actions/people/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { hashedAddress } from "#lib/http/log.ts";
import { Reply } from "#lib/http/reply.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { enterPassword } from "#lib/routes/accounts.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { showingRefusals } from "#lib/surfaces/accounts/page-frame.ts";
import { lockedFields, passwordFormPage } from "#lib/surfaces/accounts/password-pages.ts";
import { afterPassword, sessionCookies } from "#lib/surfaces/accounts/sign-in.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...enterPassword, errorPage }, async ({ body, caller, request, warn }) => {
  const { password, next } = body;
  const { address, origin } = request;
  const locked = lockedIn(body);
  const form = async (problem: string, wrong: readonly string[]) => {
    // There is no page at this address to which the form of themes could lead back.
    const frame = pageFrameFor(await siteAt(await readSiteVersion()), { caller, request: null });
    return passwordFormPage(frame, lockedFields(locked, next ?? ""), problem, wrong);
  };
  return showingRefusals(next !== undefined, form, async () => {
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
