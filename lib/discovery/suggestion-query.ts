import { lastValues } from "./last-values.ts";
import { searchTextOf } from "./search-text.ts";
import { wordsOf } from "./words.ts";

/** What a request for title suggestions asks for. */
export interface SuggestionQuery {
  /** The search text as it is understood, for the answer to repeat. */
  readonly text: string;
  /** Folded; each of them begins a word of a suggested title. Without any nothing is suggested. */
  readonly words: readonly string[];
}

/** Shorter texts, in code points, suggest nothing. */
const shortestText = 2;

/** Reads `search`; nothing is refused (spec "Title-prefix suggestions rules", decisions §5). */
export const parseSuggestionQuery = (params: URLSearchParams): SuggestionQuery => {
  const text = searchTextOf(lastValues(params).get("search") ?? "");
  return { text, words: [...text].length < shortestText ? [] : wordsOf(text) };
};
