import type * as z from "zod/mini";
import type { themeItem } from "#lib/routes/themes.ts";
import { type ThemeCandidates, type ThemeName, themeSlug, themesWith } from "#lib/themes/theme-names.ts";

/** Every theme of the site; the first candidate that is one of them is selected (contract#themes-list). */
export const themeItems = (
  candidates: ThemeCandidates,
  custom: readonly ThemeName[],
): z.input<typeof themeItem>[] => {
  const selected = themeSlug(candidates, custom);
  return themesWith(custom).map(({ slug, name }) => ({ slug, name, selected: slug === selected }));
};
