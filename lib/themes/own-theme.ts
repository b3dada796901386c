import { audioPlayer } from "#lib/themes/parts/audio-player.ts";
import type { Parts } from "#lib/themes/parts/composition.ts";
import { byline } from "#lib/themes/parts/post-parts.ts";
import { richText } from "#lib/themes/parts/text.ts";
import { usualParts } from "#lib/themes/parts/usual-parts.ts";
import type { ThemeChoices } from "./compose-theme.ts";
import { type Child, h } from "./element.ts";
import type { Reading } from "./theme.ts";

/** The default export of the module of a site's own theme. */
export type OwnTheme = (tools: ThemeTools) => ThemeChoices;

/**
 * The tools with which own themes write pages. They get them as an argument, because they may be packages
 * anywhere.
 */
export interface ThemeTools {
  /** An element: its name, its attributes or null, and its children. Texts are escaped. */
  readonly h: typeof h;
  /** The parts of themes that replace none. */
  readonly parts: Parts;
  /** Stored rich text, such as the introduction of a blog. */
  readonly richText: (stored: unknown, reading: Reading) => Child;
  /** The day of a post, and its categories. */
  readonly byline: typeof byline;
  readonly audioPlayer: typeof audioPlayer;
}

export const themeTools: ThemeTools = { h, parts: usualParts, richText, byline, audioPlayer };
