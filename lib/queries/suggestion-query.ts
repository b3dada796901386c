import { searchTextOf, wordsOf } from "#lib/search/words.ts";
import { lastValues } from "./parameter-values.ts";
import { facetParameters, type PostFilter, parsePostFilter } from "./post-filter.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface SuggestionQuery {
  /** The search text as it was understood, which the answer repeats. */
  readonly text: string;
  /** Folded; each begins a word of the title. Without words nothing is suggested. */
  readonly words: readonly string[];
  /** Only the month, category and tag. */
  readonly filter: PostFilter;
}

/** Shorter texts, in code points, suggest nothing. */
const minTextLength = 2;

const facets = ["date_facets", "category_facets", "tag_facets"] as const;

/** The query of title suggestions. Refuses nothing (contract#suggestion-text, contract#suggestion-facets). */
export const suggestionQuery: QueryDeclaration<SuggestionQuery> = {
  parameters: {
    search: { description: "Beginnings of words, at least two characters; each begins a word of the title." },
    ...facetParameters,
  },
  parse: (params, context) => {
    const values = lastValues(params);
    const active = context.postFilters();
    const text = searchTextOf(values.get("search") ?? "");
    return {
      text,
      words: [...text].length < minTextLength ? [] : wordsOf(text),
      filter: parsePostFilter(values, new Set(facets.filter((facet) => active.has(facet)))),
    };
  },
};
