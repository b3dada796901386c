import { searchTextOf, wordsOf } from "#lib/search/words.ts";
import { lastValues } from "./parameter-values.ts";
import { facetParameters, type PostFilter, parsePostFilter, postFilterParameters } from "./post-filter.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface FacetQuery {
  /** Each group is counted without its own selection. */
  readonly isModal: boolean;
  readonly filter: PostFilter;
}

/** The query of a blog's facet counts (contract#facet-parameters, contract#modal-search). */
export const facetQuery: QueryDeclaration<FacetQuery> = {
  parameters: {
    mode: { description: "`modal`: each group is counted without its own selection, zeros included." },
    search: { description: "Words, all of which must occur." },
    ...postFilterParameters,
    date_after: { description: "The first day, such as `2025-02-01`; not with `mode=modal`." },
    date_before: { description: "The last day; not with `mode=modal`." },
    o: { description: "Taken as in lists, where it orders; it changes no counts." },
  },
  parse: (params, context) => {
    const values = lastValues(params);
    const active = context.postFilters();
    if (values.get("mode") !== "modal") return { isModal: false, filter: parsePostFilter(values, active) };
    const filters = new Set(active).add("search");
    filters.delete("date");
    return { isModal: true, filter: parsePostFilter(values, filters) };
  },
};

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
