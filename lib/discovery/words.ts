/**
 * The words of a text in their order, with repeats, as searches compare them: runs of letters and digits, in lower case and
 * without accents. Everything else separates; `ß` is not `ss`, and a run of CJK characters is one word (decisions §3
 * "Detail, find, search").
 */
export const everyWordOf = (text: string): readonly string[] => {
  const folded = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
};

/** The same words, each once. */
export const wordsOf = (text: string): readonly string[] => [...new Set(everyWordOf(text))];
