/** The colours of a web player, by what they are for. */
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

/** The fonts of a web player, by what they are for. */
export const playerFontNames = ["ci", "regular", "bold"] as const;
export type PlayerFontName = (typeof playerFontNames)[number];

/** A font with the families to take it from, the preferred first; `src` are addresses of font files. */
export interface PlayerFont {
  readonly name: string;
  readonly family: readonly string[];
  readonly src: readonly string[];
  readonly weight: number;
}

/** How a web player looks. */
export interface PlayerTheme {
  readonly tokens: Readonly<Record<PlayerTokenName, string>>;
  readonly fonts: Readonly<Record<PlayerFontName, PlayerFont>>;
}

/** What a site wants otherwise. */
export interface PlayerThemeChanges {
  readonly tokens?: Readonly<Partial<Record<PlayerTokenName, string>>>;
  readonly fonts?: Readonly<Partial<Record<PlayerFontName, Partial<PlayerFont>>>>;
}

/** Whether a player is shown on a bright or on a dark page. */
export type ColorScheme = "light" | "dark";

/** What a site wants otherwise, by the slug of the theme, or `default` for all of them. */
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

/** How a player looks where nobody says otherwise (contract#player-config). */
const usual: PlayerTheme = {
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

/**
 * How the player looks in a theme: as usual, but for what the site wants of all themes, and then of this one.
 */
export const playerTheme = (themes: PlayerThemes, slug: string, scheme: ColorScheme): PlayerTheme =>
  ["default", slug].reduce((theme, name) => changed(theme, themes.get(name)?.[scheme] ?? {}), usual);

const changed = ({ tokens, fonts }: PlayerTheme, changes: PlayerThemeChanges): PlayerTheme => ({
  tokens: { ...tokens, ...changes.tokens },
  fonts: {
    ci: { ...fonts.ci, ...changes.fonts?.ci },
    regular: { ...fonts.regular, ...changes.fonts?.regular },
    bold: { ...fonts.bold, ...changes.fonts?.bold },
  },
});
