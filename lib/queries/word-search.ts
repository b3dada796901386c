import { type SoughtText, soughtIn } from "#lib/search/sought.ts";
import type { PageListQuery } from "./page-query.ts";
import type { Search } from "./search-and-order.ts";

/** Words and phrases to find, all of them (`and`) or any (`or`). Without any, nothing is found. */
export interface WordSearch extends SoughtText {
  readonly operator: "and" | "or";
}

/** The rest of a longer text is ignored (contract#suggestion-text). */
const maxSearchLength = 500;

export const wordSearchOf = ({ text, operator }: Search): WordSearch => ({
  ...soughtIn(text.slice(0, maxSearchLength)),
  operator,
});

/** The search of a list of pages, its own or that of the enhanced filters; null without one. */
export const wordSearchIn = ({
  search,
  enhanced,
}: Pick<PageListQuery, "search" | "enhanced">): WordSearch | null => {
  if (search !== null) return wordSearchOf(search);
  return searchForAll(enhanced?.search ?? null);
};

/** The search for all that enhanced filters look for. */
export const searchForAll = (sought: SoughtText | null): WordSearch | null =>
  sought && { ...sought, operator: "and" };
