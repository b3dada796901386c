import { phraseOf, soughtWordsOf } from "./words.ts";

/** What a search looks for (contract#search, contract#search-phrases). */
export interface SoughtText {
  /** Each once. Other forms of them count, too. */
  readonly words: readonly string[];
  /** The texts in quotation marks, whose words count as they are. */
  readonly phrases: readonly Phrase[];
}

/** Words that have to stand one after the other. */
export interface Phrase {
  /** As an index of words has them, each once. */
  readonly words: readonly string[];
  /** All of them in their order, to be compared with {@link phraseOf} a text. */
  readonly sequence: string;
}

const quoted = /"([^"]*)"|[“„]([^“”]*)[“”]|«([^»]*)»/g;

/** Quotation marks that have no end separate words, as other marks do. */
export const soughtIn = (text: string): SoughtText => {
  const phrases = [...text.matchAll(quoted)].map((found) => found.slice(1).join(""));
  return {
    words: soughtWordsOf(text.replace(quoted, " ")),
    phrases: phrases
      .map((phrase) => ({ words: soughtWordsOf(phrase), sequence: phraseOf(phrase) }))
      .filter(({ words }) => words.length > 0),
  };
};

/** True if there is nothing to look for: then nothing is found. */
export const isWordless = ({ words, phrases }: SoughtText): boolean =>
  words.length === 0 && phrases.length === 0;

/** All words, those of phrases too, each once. */
export const allSoughtWords = ({ words, phrases }: SoughtText): readonly string[] => [
  ...new Set([...words, ...phrases.flatMap((phrase) => phrase.words)]),
];

/** True if one of the texts has the phrase. */
export const occursIn = ({ sequence }: Phrase, texts: readonly string[]): boolean =>
  texts.some((text) => phraseOf(text).includes(sequence));
