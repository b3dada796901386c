import { lastValues } from "./parameter-values.ts";
import { type PostFilter, parsePostFilter, postFilterParameters } from "./post-filter.ts";
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
