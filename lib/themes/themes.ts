import { essay } from "./essay-theme.ts";
import { plain } from "./plain-theme.ts";
import { podcast } from "./podcast-theme.ts";
import type { Theme } from "./theme.ts";
import type { BuiltInSlug } from "./theme-names.ts";

const builtIn = { plain, essay, podcast } satisfies Record<BuiltInSlug, Theme>;

const themes = new Map<string, Theme>(Object.entries(builtIn));

/** Adds a theme of the site's own, before the process answers its first request. */
export const addTheme = (slug: string, theme: Theme): void => {
  themes.set(slug, theme);
};

/** The theme of a slug. Pages of a custom theme without a module are those of `plain`. */
export const themeNamed = (slug: string): Theme => themes.get(slug) ?? plain;
