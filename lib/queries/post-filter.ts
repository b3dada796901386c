import { isCalendarDay } from "#lib/pages/instant.ts";
import { comparedSlug, isSlug } from "#lib/pages/slug.ts";
import { searchTextOf } from "#lib/search/search-text.ts";
import { wordsOf } from "#lib/search/words.ts";
import type { QueryValues } from "./last-values.ts";
import type { PostFilterName } from "./post-filter-names.ts";

/** What the enhanced filters ask of posts and episodes, and of their order. Null asks for nothing. */
export interface PostFilter {
  /** Of the visible date in UTC, as `YYYY-MM`. */
  readonly month: string | null;
  /** A slug, as is the next; perhaps of nothing that there is. */
  readonly category: string | null;
  readonly tag: string | null;
  /** The first and the last day of visible dates in UTC, as `YYYY-MM-DD`, both inclusive. */
  readonly after: string | null;
  readonly before: string | null;
  /** Folded words, all of which must occur; without any nothing is found. */
  readonly search: readonly string[] | null;
  /** The order by visible date, where the request has one. */
  readonly newestFirst: boolean | null;
}

/** The parameters that choose one month, one category and one tag. */
export const facetParameters = {
  date_facets: { description: "Only posts of this month, such as `2025-02`." },
  category_facets: { description: "Only posts with the category of this slug." },
  tag_facets: { description: "Only posts with the tag of this slug." },
} as const;

/** The parameters of all enhanced filters but `search`, whose order of results is each query's own. */
export const postFilterParameters = {
  ...facetParameters,
  date_after: { description: "Only posts from this day on, such as `2025-02-01`." },
  date_before: { description: "Only posts up to this day." },
  o: { description: "`visible_date` for the oldest first, `-visible_date` for the newest." },
} as const;

/**
 * Reads the enhanced filters. A value that its parameter cannot have counts as absent, and so does a filter
 * that is not active; neither touches the others (contract#enhanced-filters).
 */
export const parsePostFilter = (values: QueryValues, active: ReadonlySet<PostFilterName>): PostFilter => {
  const read = <Value>(
    filter: PostFilterName,
    parse: (text: string) => Value | null,
    parameter: string = filter,
  ): Value | null => (active.has(filter) ? parse(values.get(parameter) ?? "") : null);
  return {
    month: read("date_facets", monthFrom),
    category: read("category_facets", slugFrom),
    tag: read("tag_facets", slugFrom),
    after: read("date", dayFrom, "date_after"),
    before: read("date", dayFrom, "date_before"),
    search: read("search", wordsFrom),
    newestFirst: read("o", (text) => descending.get(text) ?? null),
  };
};

const descending: ReadonlyMap<string, boolean> = new Map([
  ["visible_date", false],
  ["-visible_date", true],
]);

const monthFrom = (text: string): string | null => {
  const [, year, month = ""] = /^(\d{4})-(\d{1,2})$/.exec(text.replace(/[^0-9-]/g, "")) ?? [];
  const number = Number(month);
  return year !== undefined && number >= 1 && number <= 12 ? `${year}-${month.padStart(2, "0")}` : null;
};

const slugFrom = (text: string): string | null => (isSlug(text) ? comparedSlug(text) : null);

const dayFrom = (text: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text) ? text : null;

const wordsFrom = (text: string): readonly string[] | null => {
  const searchText = searchTextOf(text);
  return searchText === "" ? null : wordsOf(searchText);
};
