import { plain } from "#lib/themes/plain/plain.ts";
import type { Theme } from "./theme.ts";
import type { BuiltInSlug } from "./theme-names.ts";

const builtIn = { plain } satisfies Record<BuiltInSlug, Theme>;

const looks: ReadonlyMap<string, Theme> = new Map(Object.entries(builtIn));

/** How pages look in the theme of this slug. A custom theme has no markup of its own: its pages are plain. */
export const themeNamed = (slug: string): Theme => looks.get(slug) ?? plain;
