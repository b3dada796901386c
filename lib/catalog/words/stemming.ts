import { type StemmingLanguage, searchStemming } from "#lib/settings/site.ts";

/** How an index reduces words, such as `herons` to `heron`. */
export interface Stemming {
  /** Null if it leaves all words as they are. */
  readonly language: StemmingLanguage | null;
  readonly stemOf: (word: string) => string;
}

export const noStemming: Stemming = { language: null, stemOf: (word) => word };

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

/** The stemming of a language, of which only that one is loaded. */
export const stemmingFor = async (language: StemmingLanguage | null): Promise<Stemming> => {
  if (language === null) return noStemming;
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

/** The stemming of the language that the service is set to. */
export const siteStemming = (): Promise<Stemming> => stemmingFor(searchStemming());
