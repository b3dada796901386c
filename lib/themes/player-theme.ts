/** The colours of a web player, by their use. */
export const playerTokenNames = [
  "brand",
  "brandDark",
  "brandDarkest",
  "brandLightest",
  "shadeDark",
  "shadeBase",
  "contrast",
  "alt",
] as const;
export type PlayerTokenName = (typeof playerTokenNames)[number];

/** The fonts of a web player, by their use. */
export const playerFontNames = ["ci", "regular", "bold"] as const;
export type PlayerFontName = (typeof playerFontNames)[number];

/** A font: its families, the preferred first, and the addresses of its files. */
export interface PlayerFont {
  readonly name: string;
  readonly family: readonly string[];
  readonly src: readonly string[];
  readonly weight: number;
}

export interface PlayerTheme {
  readonly tokens: Readonly<Record<PlayerTokenName, string>>;
  readonly fonts: Readonly<Record<PlayerFontName, PlayerFont>>;
}

/** The changes that a site makes to the default theme. */
export interface PlayerThemeChanges {
  readonly tokens?: Readonly<Partial<Record<PlayerTokenName, string>>>;
  readonly fonts?: Readonly<Partial<Record<PlayerFontName, Partial<PlayerFont>>>>;
}

export type ColorScheme = "light" | "dark";

/** A site's changes, by the slug of the theme they apply to, or `default` for all themes. */
export type PlayerThemes = ReadonlyMap<string, Readonly<Record<ColorScheme, PlayerThemeChanges>>>;

const families = [
  "-apple-system",
  "BlinkMacSystemFont",
  "Segoe UI",
  "Roboto",
  "Helvetica",
  "Arial",
  "sans-serif",
  "Apple Color Emoji",
];

const font = (name: PlayerFontName, weight: number): PlayerFont => ({
  name,
  family: families,
  src: [],
  weight,
});

/** The player of a site that changes nothing (contract#player-config). */
const defaultPlayerTheme: PlayerTheme = {
  tokens: {
    brand: "#E64415",
    brandDark: "#235973",
    brandDarkest: "#1A3A4A",
    brandLightest: "#E9F1F5",
    shadeDark: "#807E7C",
    shadeBase: "#807E7C",
    contrast: "#000",
    alt: "#fff",
  },
  fonts: { ci: font("ci", 800), regular: font("regular", 300), bold: font("bold", 700) },
};

/** The player of a theme: the default, with the site's changes for all themes, then those for this one. */
export const playerTheme = (themes: PlayerThemes, slug: string, scheme: ColorScheme): PlayerTheme =>
  ["default", slug].reduce(
    (theme, name) => withChanges(theme, themes.get(name)?.[scheme] ?? {}),
    defaultPlayerTheme,
  );

const withChanges = ({ tokens, fonts }: PlayerTheme, changes: PlayerThemeChanges): PlayerTheme => ({
  tokens: { ...tokens, ...changes.tokens },
  fonts: {
    ci: { ...fonts.ci, ...changes.fonts?.ci },
    regular: { ...fonts.regular, ...changes.fonts?.regular },
    bold: { ...fonts.bold, ...changes.fonts?.bold },
  },
});
