import { lastValues } from "./last-values.ts";
import { type PostFilter, parsePostFilter } from "./post-filter.ts";
import type { PostFilterName } from "./post-filter-names.ts";

/** What a request for facet counts asks for. */
export interface FacetQuery {
  /** Each group is counted without its own selection. */
  readonly isModal: boolean;
  readonly filter: PostFilter;
}

/**
 * Reads the filters and `mode`, which is modal for the one word `modal`. Nothing is refused. Modal counts
 * know no days, and search whether or not the filter is active (contract#facet-parameters,
 * contract#modal-search).
 */
export const parseFacetQuery = (params: URLSearchParams, active: ReadonlySet<PostFilterName>): FacetQuery => {
  const values = lastValues(params);
  if (values.get("mode") !== "modal") return { isModal: false, filter: parsePostFilter(values, active) };
  const filters = new Set(active).add("search");
  filters.delete("date");
  return { isModal: true, filter: parsePostFilter(values, filters) };
};
