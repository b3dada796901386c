import * as z from "zod/mini";
import {
  type PlayerThemeChanges,
  type PlayerThemes,
  playerFontNames,
  playerTokenNames,
} from "#lib/themes/player-theme.ts";
import { builtInThemes, type CustomTheme } from "#lib/themes/theme-names.ts";
import { jsonSetting, membersOf, someOf, someText } from "./setting.ts";

const slug = z.custom<string>(
  (value) => typeof value === "string" && /^[\p{L}\p{M}\p{N}_-]{1,100}$/u.test(value),
  "a slug of at most 100 letters, digits, - and _ is expected",
);

const pair = z.tuple([slug, someText], "a pair [slug, name] is expected");
const description = membersOf({ slug, name: someText, from: z.optional(someText) });

type Entry = z.output<typeof pair> | z.output<typeof description>;

/** Avoids a union, whose error would not say what is wrong in the form that was chosen. */
const entry = z.pipe(
  z.unknown(),
  z.transform((value, { issues }): Entry => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const { data, error } = (isObject ? description : pair).safeParse(value);
    if (error) issues.push(...(error.issues as z.core.$ZodRawIssue[]));
    return data ?? z.NEVER;
  }),
);

const entries = z.array(entry, "a list of [slug, name] pairs is expected").check(({ value, issues }) => {
  const taken = new Set<string>(builtInThemes.map((theme) => theme.slug));
  for (const [index, theme] of value.entries()) {
    const [input, member] = Array.isArray(theme) ? [theme[0], 0] : [theme.slug, "slug"];
    const message = `there is another theme ${input}`;
    if (taken.has(input)) issues.push({ code: "custom", input, path: [index, member], message });
    taken.add(input);
  }
});

/**
 * The themes besides the built-in ones, in this order: pairs such as `["dusk", "At dusk"]`, or objects that
 * may say where their pages are from.
 */
export const customThemes = /* @__PURE__ */ jsonSetting<readonly CustomTheme[]>(
  "SITE_CUSTOM_THEMES",
  z.pipe(
    entries,
    z.transform((themes) =>
      themes.map((theme) =>
        Array.isArray(theme) ? { slug: theme[0], name: theme[1] } : (theme as CustomTheme),
      ),
    ),
  ),
  [],
);

const weight = "an integer from 1 to 1000 is expected";

const font = membersOf({
  name: z.optional(someText),
  family: z.optional(z.array(someText, "a list of texts is expected")),
  src: z.optional(z.array(someText, "a list of texts is expected")),
  weight: z.optional(z.int(weight).check(z.gte(1, weight), z.lte(1000, weight))),
});

const tokens = someOf(playerTokenNames, someText);
const fonts = someOf(playerFontNames, font);

const changes = z.pipe(
  membersOf({ tokens: z.optional(tokens), fonts: z.optional(fonts) }),
  z.transform((members) => members as PlayerThemeChanges),
);

const changesOfTheme = z.pipe(
  membersOf({
    light: z.optional(changes),
    dark: z.optional(changes),
    tokens: z.optional(tokens),
    fonts: z.optional(fonts),
  }).check(
    z.refine(
      ({ light, dark, tokens, fonts }) => !(light || dark) || !(tokens || fonts),
      "either light and dark, or tokens and fonts for both of them, are expected",
    ),
  ),
  z.transform(({ light, dark, ...both }) => ({
    light: light ?? (both as PlayerThemeChanges),
    dark: dark ?? (both as PlayerThemeChanges),
  })),
);

/** Colours and fonts of web players, by theme or `default`; `light` and `dark` may differ. */
export const playerThemes = /* @__PURE__ */ jsonSetting<PlayerThemes>(
  "SITE_WEBPLAYER_PLAYER_THEMES",
  z.pipe(
    z.record(z.string(), changesOfTheme, "an object is expected"),
    z.transform((themes) => new Map(Object.entries(themes))),
  ),
  new Map(),
);
