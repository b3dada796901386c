import { type Section, shownSections } from "#lib/blocks/sections.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import {
  codeStyle,
  filtersStyle,
  galleryStyle,
  playerStyle,
  searchStyle,
} from "#lib/themes/parts/extra-styles.ts";
import { scriptNames } from "./script-names.ts";

/** An addition of some pages: a further style sheet, the same in all themes, and perhaps a script. */
export interface Extra {
  readonly style: SafeHtml;
  /** The script's name; null for none. */
  readonly script: string | null;
  /** True if the script reads from the site. */
  readonly reads: boolean;
}

/** Players, coloured code, galleries whose pictures open large, suggestions, and filters in a dialog. */
export type PageExtra = "player" | "code" | "gallery" | "search" | "filters";

export const pageExtras: Readonly<Record<PageExtra, Extra>> = {
  player: { style: playerStyle, script: scriptNames.player, reads: true },
  code: { style: codeStyle, script: null, reads: false },
  gallery: { style: galleryStyle, script: scriptNames.gallery, reads: false },
  search: { style: searchStyle, script: scriptNames.search, reads: true },
  filters: { style: filtersStyle, script: scriptNames.filters, reads: true },
};

/** True if readers are shown a gallery of the body, unless they may see none of its images. */
export const hasGallery = (body: readonly Section[]): boolean =>
  shownSections(body).some(({ value }) => value.some(({ type }) => type === "gallery"));
