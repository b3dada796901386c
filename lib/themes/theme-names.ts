/** A theme as people see it in a list. */
export interface ThemeName {
  readonly slug: string;
  readonly name: string;
}

/** A theme of the site's own. */
export interface CustomTheme extends ThemeName {
  /** A package, or a path that begins with a dot or a slash; without it, its pages are those of `plain`. */
  readonly from?: string;
}

/** The built-in themes, in the order of lists. */
export const builtInThemes = [
  { slug: "plain", name: "Plain" },
  { slug: "essay", name: "Essay" },
  { slug: "podcast", name: "Podcast" },
] as const satisfies readonly ThemeName[];

export type BuiltInSlug = (typeof builtInThemes)[number]["slug"];

/**
 * The theme slugs of the request, session, blog and site, the strongest first: null or undefined where one of
 * these names no theme, and perhaps a slug that no theme has.
 */
export type ThemeCandidates = readonly (string | null | undefined)[];

/** Every theme of a site in the order of lists: the built-in ones, then its custom ones. */
export const themesWith = (custom: readonly ThemeName[]): readonly ThemeName[] => [
  ...builtInThemes,
  ...custom,
];

/** The first candidate that is a theme of the site; `plain` where none is. */
export const themeSlug = (candidates: ThemeCandidates, custom: readonly ThemeName[]): string => {
  const known = new Set(themesWith(custom).map(({ slug }) => slug));
  return candidates.find((slug) => known.has(slug ?? "")) ?? "plain";
};
