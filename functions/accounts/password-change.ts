/** POST /accounts/password-change/ — change one's own password */
import { requireEntry } from "#lib/access/entry.ts";
import { newPasswordProblem } from "#lib/access/strength.ts";
import { changeOwnPassword } from "#lib/actions/people/sign-in.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { hashedAddress } from "#lib/http/log.ts";
import { Reply } from "#lib/http/reply.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { changePassword } from "#lib/routes/accounts.ts";
import { authenticationClasses } from "#lib/settings/access.ts";
import { formReply, showingRefusals } from "#lib/surfaces/accounts/page-frame.ts";
import { passwordChangePage } from "#lib/surfaces/accounts/password-pages.ts";
import { localPath, sessionCookies, signInAgain } from "#lib/surfaces/accounts/sign-in.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint(
  { ...changePassword, errorPage },
  async ({ body, caller, request, warn, note }) => {
    const { current_password, new_password, new_password_again = new_password, next } = body;
    const isForm = next !== undefined;
    const { principal, session } = caller;
    // The session has ended since the form was shown.
    if (isForm && !principal) return signInAgain(changePassword.path);
    requireEntry(caller, "session", authenticationClasses());
    if (!principal || !session)
      throw new Refusal("permission_denied", { detail: "Only people who have signed in change a password." });
    const page = (problem: string, wrong: readonly string[]) =>
      passwordChangePage(pageFrameFor(principal.site, { caller, request }), caller, { problem, wrong });
    return showingRefusals(isForm, page, async () => {
      const problem = newPasswordProblem(new_password, new_password_again, [
        principal.user.username,
        principal.site.settings.name,
      ]);
      if (problem && isForm) return formReply(page(problem, newPasswords), { status: 400 });
      if (problem) throw invalid("new_password", "invalid", problem);
      const { user } = principal;
      const { address, origin } = request;
      const client = request.headers["user-agent"] ?? "";
      const passwords = { currentPassword: current_password, newPassword: new_password };
      const started = await changeOwnPassword({ user, session, address, client, ...passwords });
      if (!started) {
        warn("wrong password", { account: user.username, address: hashedAddress(address) });
        if (!isForm) throw new Refusal("authentication_failed", { detail: "Wrong password." });
        return formReply(page("The current password is wrong.", ["current_password"]), { status: 403 });
      }
      note("password changed", { principal: user.id, address: hashedAddress(address) });
      const cookies = sessionCookies(origin, started);
      if (!isForm) return new Reply({}, { cookies });
      return new Reply(undefined, { status: 303, headers: { location: localPath(next) }, cookies });
    });
  },
);

const newPasswords = ["new_password", "new_password_again"];
