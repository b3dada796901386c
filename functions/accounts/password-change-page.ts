/** GET /accounts/password-change/ — show people the form that changes their own password */
import { openSessionsOf } from "#lib/access/open-sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { showPasswordChange } from "#lib/routes/accounts.ts";
import { formReply } from "#lib/surfaces/accounts/form-reply.ts";
import { passwordChangePage } from "#lib/surfaces/accounts/password-change-page.ts";
import { signInReply } from "#lib/surfaces/accounts/sign-in-reply.ts";
import { errorPage } from "#lib/surfaces/site/error-page.ts";
import { pageFrameFor } from "#lib/surfaces/site/page-frame-for.ts";

export const handler = endpoint({ ...showPasswordChange, errorPage }, async ({ query, caller, request }) => {
  if (!caller.principal || !caller.session) return signInReply(request);
  const frame = pageFrameFor(caller.principal.site, { caller, request });
  const sessions = await openSessionsOf(caller.principal.user);
  return formReply(passwordChangePage(frame, caller, { ...query, sessions }));
});
