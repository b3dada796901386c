/** Longer words are compared by their first 40 characters. */
export const maxWordLength = 40;

/** Raise this when the words of a text become others: stored words of an older form are made again. */
export const wordForm = 2;

/**
 * The words of a text in order, with repeats, as searches compare them: runs of letters and digits in lower
 * case, with the marks that belong to their letters, cut after 40 characters. Everything else separates; the
 * final `ς` is `σ`, `ß` is not `ss`, and a run of CJK characters is one word (contract#search-accents).
 */
export const everyWordOf = (text: string): readonly string[] =>
  (folded(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).map(cut);

// Syllables of Hangul stay in letters, so that half of one is the beginning of the whole.
const folded = (text: string): string => {
  if (isAscii(text)) return text.toLowerCase();
  const plain = withoutAccents(text.normalize("NFD")).toLowerCase().replaceAll("ς", "σ");
  return plain.normalize("NFC").replace(/[\uAC00-\uD7A3]+/g, (syllables) => syllables.normalize("NFD"));
};

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * Leaves marks out of a decomposed text. Characters that only choose how another looks go in every script.
 */
const withoutAccents = (text: string): string =>
  text
    .replace(/[\p{Variation_Selector}\u200D]/gu, "")
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{N}])\p{M}+/gu, "$1")
    .replace(/(\p{Script=Cyrillic})(\p{M}+)/gu, (_, letter: string, marks: string) => {
      if (isConsonant.test(letter)) return letter + marks;
      return letter + marks.replace(/[еЕ]/.test(letter) ? stressOrDots : stress, "");
    });

/** Letters that an acute makes others: the Macedonian `ѓ` and `ќ`. */
const isConsonant = /[гкГК]/;

const stress = /[\u0300\u0301]/g;
const stressOrDots = /[\u0300\u0301\u0308]/g;

const cut = (word: string): string =>
  word.length <= maxWordLength ? word : Array.from(word).slice(0, maxWordLength).join("");

/** The words of a text, each once. */
export const wordsOf = (text: string): readonly string[] => [...new Set(everyWordOf(text))];
