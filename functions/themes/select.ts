/** POST /api/update_theme/ — select a theme for the caller's session */
import { rememberInSession } from "#lib/actions/people/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import { selectTheme } from "#lib/routes/themes.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { localPath, sessionCookies, windowHeaders } from "#lib/surfaces/accounts/sign-in.ts";
import { themesWith } from "#lib/themes/theme-names.ts";

export const handler = endpoint(selectTheme, async ({ query, body, caller, request }) => {
  const theme = themesWith(customThemes()).find(({ slug }) => slug === body.theme_slug);
  if (!theme) throw invalid("theme_slug", "invalid_choice", "There is no such theme.");
  const started = await rememberInSession({
    held: caller.session,
    address: request.address,
    theme: theme.slug,
  });
  const cookies = started ? sessionCookies(request.origin, started) : [];
  if (query.next !== null) {
    const location = localPath(query.next);
    return new Reply(undefined, { status: 303, headers: { location, ...windowHeaders(location) }, cookies });
  }
  return new Reply({ message: "Theme updated successfully" }, { cookies });
});
