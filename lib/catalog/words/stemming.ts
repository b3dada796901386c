import type { StemmingLanguage } from "#lib/search/languages.ts";

/** How words of a language are reduced, such as `herons` to `heron`. */
export interface Stemming {
  readonly language: StemmingLanguage;
  readonly stemOf: (word: string) => string;
}

const stemmers: Readonly<Record<StemmingLanguage, () => Promise<{ stemmer: (word: string) => string }>>> = {
  da: () => import("@orama/stemmers/danish"),
  de: () => import("@orama/stemmers/german"),
  en: () => import("@orama/stemmers/english"),
  es: () => import("@orama/stemmers/spanish"),
  fi: () => import("@orama/stemmers/finnish"),
  fr: () => import("@orama/stemmers/french"),
  hu: () => import("@orama/stemmers/hungarian"),
  it: () => import("@orama/stemmers/italian"),
  nl: () => import("@orama/stemmers/dutch"),
  no: () => import("@orama/stemmers/norwegian"),
  pt: () => import("@orama/stemmers/portuguese"),
  ro: () => import("@orama/stemmers/romanian"),
  ru: () => import("@orama/stemmers/russian"),
  sv: () => import("@orama/stemmers/swedish"),
};

/** A stemmer takes some microseconds for a word, and a post has hundreds, most of them in other posts too. */
const maxKnownStems = 50_000;

const stemmings = new Map<StemmingLanguage, Promise<Stemming>>();

/** The stemmings of these languages, of which only those are loaded. */
export const stemmingsFor = (languages: readonly StemmingLanguage[]): Promise<readonly Stemming[]> =>
  Promise.all(
    languages.map((language) => {
      const stemming = stemmings.get(language) ?? load(language);
      stemmings.set(language, stemming);
      return stemming;
    }),
  );

const load = async (language: StemmingLanguage): Promise<Stemming> => {
  const { stemmer } = await stemmers[language]();
  const letters = language === "ru" ? /^\p{Script=Cyrillic}+$/u : /^\p{Script=Latin}+$/u;
  const known = new Map<string, string>();
  const stemOf = (word: string): string => {
    const stem = known.get(word) ?? ((letters.test(word) && stemmer(word)) || word);
    if (known.size >= maxKnownStems) known.clear();
    known.set(word, stem);
    return stem;
  };
  return { language, stemOf };
};
