import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { codeStyle } from "#lib/themes/parts/code-style.ts";
import { playerStyle } from "#lib/themes/parts/player-style.ts";
import { playerScript } from "./player-script.ts";

/** What only some pages have: a further style sheet, the same in all themes, and perhaps a script. */
export interface Extra {
  readonly style: SafeHtml;
  /** The script's name; null for none. */
  readonly script: string | null;
  /** True if the script reads from the site. */
  readonly reads: boolean;
}

export type PageExtra = "player" | "code";

export const pageExtras: Readonly<Record<PageExtra, Extra>> = {
  player: { style: playerStyle, script: playerScript, reads: true },
  code: { style: codeStyle, script: null, reads: false },
};
