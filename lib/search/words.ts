/** Longer words are compared by their first 40 characters. */
export const maxWordLength = 40;

/**
 * The words of a text in order, with repeats, as searches compare them: runs of letters and digits in lower
 * case without accents, cut after 40 characters. Everything else separates; the final `ς` is `σ`, `ß` is not
 * `ss`, and a run of CJK characters is one word (contract#search).
 */
export const everyWordOf = (text: string): readonly string[] => {
  const folded = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(cut);
};

const cut = (word: string): string =>
  word.length <= maxWordLength ? word : Array.from(word).slice(0, maxWordLength).join("");

/** The same words, each once. */
export const wordsOf = (text: string): readonly string[] => [...new Set(everyWordOf(text))];
