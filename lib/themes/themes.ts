import { essay } from "#lib/themes/essay/essay.ts";
import { plain } from "#lib/themes/plain/plain.ts";
import { podcast } from "#lib/themes/podcast/podcast.ts";
import type { Theme } from "./theme.ts";
import type { BuiltInSlug } from "./theme-names.ts";

const builtIn = { plain, essay, podcast } satisfies Record<BuiltInSlug, Theme>;

const themes: ReadonlyMap<string, Theme> = new Map(Object.entries(builtIn));

/** The theme of a slug. A custom theme has no markup of its own: its pages are those of `plain`. */
export const themeNamed = (slug: string): Theme => themes.get(slug) ?? plain;
