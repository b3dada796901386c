import { soughtWordsOf } from "#lib/search/words.ts";
import type { PageListQuery } from "./page-query.ts";
import type { Search } from "./search-and-order.ts";

/** Words to find, all of them (`and`) or any (`or`). Without words nothing is found. */
export interface WordSearch {
  readonly words: readonly string[];
  readonly operator: "and" | "or";
}

/** The rest of a longer text is ignored (contract#suggestion-text). */
const maxSearchLength = 500;

export const wordSearchOf = ({ text, operator }: Search): WordSearch => ({
  words: soughtWordsOf(text.slice(0, maxSearchLength)),
  operator,
});

/** The search of a list of pages, its own or that of the enhanced filters; null without one. */
export const wordSearchIn = ({
  search,
  enhanced,
}: Pick<PageListQuery, "search" | "enhanced">): WordSearch | null => {
  if (search !== null) return wordSearchOf(search);
  const words = enhanced?.search ?? null;
  return words && { words, operator: "and" };
};
