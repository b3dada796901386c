/** POST /accounts/login/ — sign in with a password and start a session */
import { signIn } from "#lib/actions/people/sign-in.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { hashedAddress } from "#lib/http/log.ts";
import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { logIn } from "#lib/routes/accounts.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { formReply, showingRefusals } from "#lib/surfaces/accounts/page-frame.ts";
import { localPath, sessionCookies, signInPage, windowHeaders } from "#lib/surfaces/accounts/sign-in.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...logIn, errorPage }, async ({ body, caller, request, warn, note }) => {
  const { username, password } = body;
  const { address, origin } = request;
  const next = body.next === undefined ? undefined : localPath(body.next);
  const page = async (problem: string, wrong: readonly string[]) => {
    const frame = pageFrameFor(await siteAt(await readSiteVersion()), { caller, request });
    return signInPage(frame, { next: next ?? "/", username, problem, wrong });
  };
  return showingRefusals(next !== undefined, page, async () => {
    const { started, userExists } = await signIn({
      username,
      password,
      address,
      client: request.headers["user-agent"] ?? "",
      before: caller.session,
    });
    if (!started) {
      // People type passwords into the field for names: names that do not exist stay out of the log.
      warn("wrong password", { account: userExists ? username : null, address: hashedAddress(address) });
      if (next === undefined) throw new Refusal("authentication_failed");
      const shown = await page("Wrong username or password.", ["username", "password"]);
      return formReply(shown, { status: 403, headers: windowHeaders(next) });
    }
    note("signed in", { principal: started.session.userId, address: hashedAddress(address) });
    const cookies = sessionCookies(origin, started);
    if (next === undefined) return new Reply({ username }, { cookies });
    return new Reply(undefined, {
      status: 303,
      headers: { location: next, ...windowHeaders(next) },
      cookies,
    });
  });
});
