import { builtInThemes, type ThemeName } from "./theme-names.ts";

/**
 * The themes that the value of `SITE_CUSTOM_THEMES` adds, in its order: a list of `[slug, name]` pairs, such
 * as `[["dusk", "At dusk"]]`; none without the setting. Throws an error of one sentence that names the first
 * wrong place (docs/settings.md#themes).
 */
export const parseCustomThemes = (setting: unknown): readonly ThemeName[] => {
  if (!Array.isArray(setting ?? [])) throw wrong("", "a list of [slug, name] pairs is expected");
  const themes = ((setting ?? []) as readonly unknown[]).map(themeAt);
  const taken = new Set<string>(builtInThemes.map(({ slug }) => slug));
  for (const [index, { slug }] of themes.entries()) {
    if (taken.has(slug)) throw wrong(`${index}.0`, `there is another theme ${slug}`);
    taken.add(slug);
  }
  return themes;
};

const themeAt = (pair: unknown, index: number): ThemeName => {
  if (!Array.isArray(pair) || pair.length !== 2) throw wrong(`${index}`, "a pair [slug, name] is expected");
  const [slug, name]: readonly unknown[] = pair;
  if (typeof slug !== "string" || !slugGrammar.test(slug))
    throw wrong(`${index}.0`, "a slug of at most 100 letters, digits, - and _ is expected");
  if (typeof name !== "string" || name.trim() === "") throw wrong(`${index}.1`, "a text is expected");
  return { slug, name };
};

const slugGrammar = /^[\p{L}\p{M}\p{N}_-]{1,100}$/u;

const wrong = (at: string, what: string): Error =>
  new Error(`SITE_CUSTOM_THEMES is wrong${at === "" ? "" : ` at ${at}`}: ${what}.`);
