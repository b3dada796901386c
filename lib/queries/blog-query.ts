import { searchTextOf } from "#lib/search/search-text.ts";
import { integerFrom } from "./integer.ts";
import { lastValues } from "./last-values.ts";
import { chosenTheme } from "./page-rendering.ts";
import { type PostFilter, parsePostFilter } from "./post-filter.ts";
import type { PostFilterName } from "./post-filter-names.ts";

/** What a request asks of a blog's page. */
export interface BlogQuery {
  /** The page of the list, from 1; null if it is invalid. */
  readonly pageNumber: number | null;
  readonly filter: PostFilter;
  /** The search as it was written; empty without one. */
  readonly searchText: string;
  /** A theme's slug, which may be unknown; null if the request does not choose. */
  readonly theme: string | null;
}

export const parseBlogQuery = (params: URLSearchParams, active: ReadonlySet<PostFilterName>): BlogQuery => {
  const values = lastValues(params);
  const filter = parsePostFilter(values, active);
  return {
    pageNumber: pageNumberFrom(values.get("page") ?? ""),
    filter,
    searchText: filter.search === null ? "" : searchTextOf(values.get("search") ?? ""),
    theme: chosenTheme(values),
  };
};

const pageNumberFrom = (text: string): number | null => {
  const number = text === "" ? 1 : integerFrom(text);
  return number !== undefined && number >= 1 ? number : null;
};

/** The parameters of a blog's page, in the order they have in URLs; empty values are left out. */
export interface BlogParameters {
  readonly search: string;
  readonly date_facets: string;
  readonly category_facets: string;
  readonly tag_facets: string;
  readonly date_after: string;
  readonly date_before: string;
  readonly o: string;
  readonly theme: string;
  readonly page: string;
}

/**
 * The parameters of a query without its page number: after any other change the list starts at its first
 * page.
 */
export const parametersOf = ({ filter, searchText, theme }: BlogQuery): BlogParameters => ({
  search: searchText,
  date_facets: filter.month ?? "",
  category_facets: filter.category ?? "",
  tag_facets: filter.tag ?? "",
  date_after: filter.after ?? "",
  date_before: filter.before ?? "",
  o: filter.newestFirst === null ? "" : filter.newestFirst ? "-visible_date" : "visible_date",
  theme: theme ?? "",
  page: "",
});

/** True if the query shows fewer posts than the blog has, or in another order. */
export const isNarrowed = ({ filter }: BlogQuery): boolean =>
  Object.values(filter).some((value) => value !== null);

/** The URLs that differ in one parameter only: each costs a tenth of what `blogUrl` does. */
export const blogUrlsBy = (
  address: string,
  parameters: BlogParameters,
  name: keyof BlogParameters,
): ((value: string) => string) => {
  const entries = Object.entries(parameters);
  const place = entries.findIndex(([other]) => other === name);
  const written = (some: typeof entries) =>
    new URLSearchParams(some.filter(([, value]) => value !== "")).toString();
  const [before, after] = [written(entries.slice(0, place)), written(entries.slice(place + 1))];
  return (value) => {
    const own = value === "" ? "" : `${name}=${encodeURIComponent(value)}`;
    const query = [before, own, after].filter((part) => part !== "").join("&");
    return query === "" ? address : `${address}?${query}`;
  };
};

/** The URL of the blog's page with these parameters. */
export const blogUrl = (address: string, parameters: Partial<BlogParameters>): string => {
  const present = Object.entries(parameters).filter(([, value]) => value !== "");
  return present.length === 0 ? address : `${address}?${new URLSearchParams(present)}`;
};
