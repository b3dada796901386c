import type { Search } from "./search.ts";
import { wordsOf } from "./words.ts";

/** Words to be found, all of them (`and`) or any. Without words nothing is found. */
export interface WordSearch {
  readonly words: readonly string[];
  readonly operator: "and" | "or";
}

/** As much of a text is searched for (decisions §5). */
const longestText = 500;

/** The words that a search is for. */
export const wordSearchOf = ({ text, operator }: Search): WordSearch => ({
  words: wordsOf(text.slice(0, longestText)),
  operator,
});
