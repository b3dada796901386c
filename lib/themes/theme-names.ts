/** A theme as people choose it. */
export interface ThemeName {
  readonly slug: string;
  readonly name: string;
}

/** The built-in themes, in the order in which they are listed. */
export const builtInThemes = [{ slug: "plain", name: "Plain" }] as const satisfies readonly ThemeName[];

/** The slug of a theme that has markup of its own. */
export type BuiltInSlug = (typeof builtInThemes)[number]["slug"];

/**
 * Slugs by what wants them, the strongest first; perhaps unknown ones, and none from those who do not choose.
 */
export type WantedThemes = readonly (string | null | undefined)[];

/**
 * Every theme that a site has, in the order in which they are listed: the built-in ones, then its custom
 * ones.
 */
export const themesWith = (custom: readonly ThemeName[]): readonly ThemeName[] => [
  ...builtInThemes,
  ...custom,
];

/** The slug of the first of the wanted themes that there is; `plain` where there is none of them. */
export const themeSlug = (wanted: WantedThemes, custom: readonly ThemeName[]): string => {
  const known = new Set(themesWith(custom).map(({ slug }) => slug));
  return wanted.find((slug) => known.has(slug ?? "")) ?? "plain";
};
