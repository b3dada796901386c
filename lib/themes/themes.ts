import { plain } from "#lib/themes/plain/plain.ts";
import type { Theme } from "./theme.ts";
import { type BuiltInSlug, type ThemeName, themeSlug, type WantedThemes } from "./theme-names.ts";

const builtIn = { plain } satisfies Record<BuiltInSlug, Theme>;

const looks: ReadonlyMap<string, Theme> = new Map(Object.entries(builtIn));

/** How pages look in the first of the wanted themes that there is. A custom theme has no markup of its own: its pages are plain. */
export const themeNamed = (wanted: WantedThemes, custom: readonly ThemeName[]): Theme =>
  looks.get(themeSlug(wanted, custom)) ?? plain;
