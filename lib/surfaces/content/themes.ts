import type * as z from "zod/mini";
import type { themeItem } from "#lib/routes/themes.ts";
import { type ThemeName, themeSlug, themesWith, type WantedThemes } from "#lib/themes/theme-names.ts";

/**
 * Every theme of the site, of which the first wanted one that there is counts as selected
 * (contract#themes-list).
 */
export const themeItems = (
  wanted: WantedThemes,
  custom: readonly ThemeName[],
): z.input<typeof themeItem>[] => {
  const selected = themeSlug(wanted, custom);
  return themesWith(custom).map(({ slug, name }) => ({ slug, name, selected: slug === selected }));
};
