/** GET /setup/{secret+} — show people the form that makes the first account */
import { findSetupMark } from "#lib/access/setup-secret.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { secretAddressHeaders } from "#lib/http/reply.ts";
import { showSetup } from "#lib/routes/setup.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { formReply } from "#lib/surfaces/accounts/page-frame.ts";
import { setupPage } from "#lib/surfaces/accounts/setup-page.ts";
import { setupFrame } from "#lib/surfaces/html/setup-reply.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";
import { themesWith } from "#lib/themes/theme-names.ts";

export const handler = endpoint(
  { ...showSetup, errorPage },
  async ({ tail, caller, request }) => {
    const secret = tail.replace(/\/$/, "");
    await findSetupMark(secret, request.address);
    return formReply(setupPage(await setupFrame(caller), { secret, themes: themesWith(customThemes()) }));
  },
  { headersAt: secretAddressHeaders(showSetup) },
);
