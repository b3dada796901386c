import type * as z from "zod/mini";
import type { playerConfig } from "#lib/routes/web-player.ts";
import { type ColorScheme, type PlayerThemes, playerTheme } from "#lib/themes/player-theme.ts";

const shareChannels = ["facebook", "twitter", "whats-app", "linkedin", "pinterest", "xing", "mail", "link"];

/** The configuration of web players in a theme (contract#player-config). */
export const playerConfigView = (
  playerThemes: PlayerThemes,
  theme: string,
  scheme: ColorScheme,
): z.input<typeof playerConfig> => {
  const { tokens, fonts } = playerTheme(playerThemes, theme, scheme);
  const fontView = (font: (typeof fonts)["ci"]) => ({
    ...font,
    family: [...font.family],
    src: [...font.src],
  });
  return {
    activeTab: null,
    "subscribe-button": null,
    share: { channels: shareChannels, sharePlaytime: true },
    "related-episodes": { source: "disabled", value: null },
    version: 5,
    theme: {
      tokens,
      fonts: { ci: fontView(fonts.ci), regular: fontView(fonts.regular), bold: fontView(fonts.bold) },
    },
  };
};
