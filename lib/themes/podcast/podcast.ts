import { composeTheme } from "#lib/themes/compose-theme.ts";
import { episodeOpening, seasons, showOpening, shows } from "./parts.ts";
import { podcastRules } from "./rules.ts";

/** For podcasts: artwork first, the newest episode with its player, and the episodes by season. */
export const podcast = composeTheme({
  light: {
    paper: "#fbfbfd",
    ink: "#1b1a24",
    quiet: "#5f5d6e",
    line: "#dedce8",
    tint: "#f1f0f7",
    link: "#5a35c8",
    control: "#82808f",
    wrong: "#b3203a",
  },
  dark: {
    paper: "#13121a",
    ink: "#eae8f2",
    quiet: "#a3a0b3",
    line: "#343142",
    tint: "#1e1c28",
    link: "#b9a2ff",
    control: "#7f7c90",
    wrong: "#ff9aa8",
  },
  fonts: {
    serif: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
    sans: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  },
  rules: podcastRules,
  parts: { homeBlogs: shows, blogOpening: showOpening, entries: seasons, postOpening: episodeOpening },
  playsLatest: true,
});
