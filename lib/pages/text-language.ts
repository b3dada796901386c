import type { WrittenContent } from "./content.ts";
import { openingOf } from "./opening.ts";

/**
 * The language of a text that is not that of the site: the one that its author says, else what its script
 * tells. Undefined for a text in the language of the site.
 */
export const foreignLanguage = (
  { language, title, body }: Pick<WrittenContent, "language" | "title" | "body">,
  locale: string,
): string | undefined => {
  const own = language ?? languageByScript(`${title} ${openingOf(body)}`, locale);
  return own === locale ? undefined : own;
};

/**
 * Scripts that one language has, or that are written from right to left, with a tag for texts in them. In
 * others, such as Latin and Cyrillic, a text says nothing of its language.
 */
const languages: readonly (readonly [script: string, tag: string, letters: RegExp])[] = [
  ["Hebr", "he", /\p{Script=Hebrew}/gu],
  ["Arab", "und-Arab", /\p{Script=Arabic}/gu],
  ["Syrc", "und-Syrc", /\p{Script=Syriac}/gu],
  ["Thaa", "dv", /\p{Script=Thaana}/gu],
  ["Nkoo", "und-Nkoo", /\p{Script=Nko}/gu],
  ["Adlm", "und-Adlm", /\p{Script=Adlam}/gu],
  ["Jpan", "ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Kore", "ko", /\p{Script=Hangul}/gu],
  ["Thai", "th", /\p{Script=Thai}/gu],
  ["Grek", "el", /\p{Script=Greek}/gu],
];

const languageByScript = (text: string, locale: string): string | undefined => {
  // Nearly all texts are told by this.
  if (!/[\u0370-\u{10ffff}]/u.test(text)) return undefined;
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const found = languages.find(([, , letters]) => (text.match(letters)?.length ?? 0) > all / 3);
  return found && found[0] !== scriptOf(locale) ? found[1] : undefined;
};

const scriptOf = (locale: string): string | undefined => {
  try {
    return new Intl.Locale(locale).maximize().script;
  } catch {
    return undefined;
  }
};
