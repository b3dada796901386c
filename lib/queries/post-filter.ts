import { isCalendarDay } from "#lib/instant.ts";
import { comparedSlug, isSlug } from "#lib/pages/slug.ts";
import { type SoughtText, soughtIn } from "#lib/search/sought.ts";
import { searchTextOf } from "#lib/search/words.ts";
import type { QueryValues } from "./parameter-values.ts";
import type { PostFilterName } from "./post-filter-names.ts";

/** The enhanced filters of posts and episodes, and their order. Null members were not given. */
export interface PostFilter {
  /** The month of the visible date, as `YYYY-MM`. */
  readonly month: string | null;
  /** A slug, like the next; either may be unknown. */
  readonly category: string | null;
  readonly tag: string | null;
  /** The first and last day of visible dates, as `YYYY-MM-DD`, both inclusive. */
  readonly after: string | null;
  readonly before: string | null;
  /** All of it must occur; without words it finds nothing. */
  readonly search: SoughtText | null;
  /** The order by visible date; null if the request has none. */
  readonly newestFirst: boolean | null;
}

/** The parameters that choose a month, a category and a tag. */
export const facetParameters = {
  date_facets: { description: "Only posts of this month, such as `2025-02`." },
  category_facets: { description: "Only posts with the category of this slug." },
  tag_facets: { description: "Only posts with the tag of this slug." },
} as const;

/** The parameters of all enhanced filters except `search`, which each query describes itself. */
export const postFilterParameters = {
  ...facetParameters,
  date_after: { description: "Only posts from this day on, such as `2025-02-01`." },
  date_before: { description: "Only posts up to this day." },
  o: { description: "`visible_date` for the oldest first, `-visible_date` for the newest." },
} as const;

/** Reads the enhanced filters. Invalid values and inactive filters are absent (contract#enhanced-filters). */
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

const wordsFrom = (text: string): SoughtText | null => {
  const searchText = searchTextOf(text);
  return searchText === "" ? null : soughtIn(searchText);
};
