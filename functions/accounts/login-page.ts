/** GET /accounts/login/ — show people the sign-in form */
import { endpoint } from "#lib/http/endpoint.ts";
import { showSignIn } from "#lib/routes/accounts.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { formReply } from "#lib/surfaces/accounts/page-frame.ts";
import { localPath, signInPage, windowHeaders } from "#lib/surfaces/accounts/sign-in.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showSignIn, errorPage }, async ({ query, caller, request }) => {
  const frame = pageFrameFor(await siteAt(await readSiteVersion()), { caller, request });
  const next = localPath(query.next);
  return formReply(signInPage(frame, { next }), { headers: windowHeaders(next) });
});
