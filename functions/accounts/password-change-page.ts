/** GET /accounts/password-change/ — show people the form that changes their own password */
import { isAgentSignInOn } from "#lib/access/agent-sign-in.ts";
import { openSessionsOf } from "#lib/access/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { showPasswordChange } from "#lib/routes/accounts.ts";
import { formReply } from "#lib/surfaces/accounts/page-frame.ts";
import { passwordChangePage } from "#lib/surfaces/accounts/password-pages.ts";
import { signInReply } from "#lib/surfaces/accounts/sign-in.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showPasswordChange, errorPage }, async ({ query, caller, request }) => {
  if (!caller.principal || !caller.session) return signInReply(request);
  const { site, user } = caller.principal;
  const frame = pageFrameFor(site, { caller, request });
  const sessions = await openSessionsOf(user);
  return formReply(
    passwordChangePage(frame, caller, {
      ...query,
      sessions,
      hasAgents: isAgentSignInOn(site),
    }),
  );
});
