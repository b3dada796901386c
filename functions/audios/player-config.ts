/** GET /api/audios/player_config/ — read the configuration of web players */
import { sessionTheme } from "#lib/access/principal.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readPlayerConfig } from "#lib/routes/web-player.ts";
import { customThemes, playerThemes } from "#lib/settings/themes.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";
import { playerConfigView } from "#lib/surfaces/player/web-player.ts";
import { themeSlug } from "#lib/themes/theme-names.ts";

export const handler = endpoint(readPlayerConfig, async (call) => {
  const { theme, scheme } = call.query;
  const site = await siteAt(await readSiteVersion());
  return publicAnswer(call, site, async () => {
    const slug = themeSlug([theme, sessionTheme(call.caller), site.settings.theme], customThemes());
    return playerConfigView(playerThemes(), slug, scheme);
  });
});
