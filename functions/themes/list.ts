/** GET /api/themes/ — list the themes, and say which one is selected */
import { sessionTheme } from "#lib/access/principal.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listThemes } from "#lib/routes/themes.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";
import { themeItems } from "#lib/surfaces/content/themes.ts";

export const handler = endpoint(listThemes, async (call) => {
  const { query, caller, request } = call;
  const { theme, window } = query;
  const site = await siteAt(await readSiteVersion());
  return publicAnswer(call, site, async () => {
    const slugs = [theme, sessionTheme(caller), site.settings.theme];
    const items = themeItems(slugs, customThemes());
    return { items, ...(await listWindow(items, window, request, (shown) => shown)) };
  });
});
