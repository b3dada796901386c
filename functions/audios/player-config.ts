/** GET /api/audios/player_config/ — read how web players are set up */
import { config } from "#lib/config.ts";
import { parsePlayerLook } from "#lib/discovery/player-look.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readPlayerConfig } from "#lib/routes/web-player.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { playerConfigView } from "#lib/views/player-config.ts";

export const handler = endpoint(readPlayerConfig, async ({ query }) => {
  const { theme, scheme } = parsePlayerLook(query);
  const { settings } = await siteAt(await readSiteVersion());
  return playerConfigView(config.playerThemes(), [theme, settings.theme], scheme);
});
