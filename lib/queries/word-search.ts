import { wordsOf } from "#lib/search/words.ts";
import type { PageListQuery } from "./page-query.ts";
import type { Search } from "./search.ts";

/** Words to be found, all of them (`and`) or any. Without words nothing is found. */
export interface WordSearch {
  readonly words: readonly string[];
  readonly operator: "and" | "or";
}

/** As much of a text is searched for (contract#suggestion-text). */
const maxSearchLength = 500;

/** The words that a search is for. */
export const wordSearchOf = ({ text, operator }: Search): WordSearch => ({
  words: wordsOf(text.slice(0, maxSearchLength)),
  operator,
});

/**
 * What a list of pages searches for, in either of its ways; null for nothing. The enhanced filters' is for
 * all words.
 */
export const wordSearchIn = ({
  search,
  enhanced,
}: Pick<PageListQuery, "search" | "enhanced">): WordSearch | null => {
  if (search !== null) return wordSearchOf(search);
  const words = enhanced?.search ?? null;
  return words && { words, operator: "and" };
};
