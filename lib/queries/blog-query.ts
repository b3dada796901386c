import { searchTextOf } from "#lib/search/search-text.ts";
import { integerFrom } from "./integer.ts";
import { lastValues, type QueryValues } from "./last-values.ts";
import { chosenTheme } from "./page-rendering.ts";
import { type PostFilter, parsePostFilter } from "./post-filter.ts";
import type { PostFilterName } from "./post-filter-names.ts";

/** What a request asks of a blog's page. */
export interface BlogQuery {
  /** The page of the list, from 1; null if it is invalid. */
  readonly pageNumber: number | null;
  /** The page's number as it was written. */
  readonly pageText: string;
  readonly filter: PostFilter;
  /** The values of active filters that mean nothing. */
  readonly wrong: readonly WrongValue[];
  /** The search as it was written; empty without one. */
  readonly searchText: string;
  /** A theme's slug, which may be unknown; null if the request does not choose. */
  readonly theme: string | null;
}

/** A value as it was sent. */
export interface WrongValue {
  readonly parameter: FilterParameter;
  readonly text: string;
}

/** Of each parameter the filter that activates it, and what it becomes. */
const filterParameters = {
  search: ["search", "search"],
  date_facets: ["date_facets", "month"],
  category_facets: ["category_facets", "category"],
  tag_facets: ["tag_facets", "tag"],
  date_after: ["date", "after"],
  date_before: ["date", "before"],
  o: ["o", "newestFirst"],
} as const satisfies Record<string, readonly [PostFilterName, keyof PostFilter]>;

type FilterParameter = keyof typeof filterParameters;

const wrongFilters = (
  values: QueryValues,
  filter: PostFilter,
  active: ReadonlySet<PostFilterName>,
): WrongValue[] =>
  (Object.keys(filterParameters) as FilterParameter[]).flatMap((parameter) => {
    const [name, member] = filterParameters[parameter];
    const text = values.get(parameter) ?? "";
    return text.trim() !== "" && active.has(name) && filter[member] === null ? [{ parameter, text }] : [];
  });

export const parseBlogQuery = (params: URLSearchParams, active: ReadonlySet<PostFilterName>): BlogQuery => {
  const values = lastValues(params);
  const filter = parsePostFilter(values, active);
  const pageText = values.get("page") ?? "";
  return {
    pageNumber: pageNumberFrom(pageText),
    pageText,
    filter,
    wrong: wrongFilters(values, filter, active),
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
    const own = value === "" ? "" : parameter(name, value);
    const query = [before, own, after].filter((part) => part !== "").join("&");
    return query === "" ? address : `${address}?${query}`;
  };
};

/** The URL of the blog's posts with one filter. The entries of a blog's page have some hundred of them. */
export const filteredUrl = (address: string, name: keyof BlogParameters, value: string): string =>
  `${address}?${parameter(name, value)}`;

const parameter = (name: keyof BlogParameters, value: string): string =>
  `${name}=${encodeURIComponent(value)}`;

/** The URL of the blog's page with these parameters. */
export const blogUrl = (address: string, parameters: Partial<BlogParameters>): string => {
  const present = Object.entries(parameters).filter(([, value]) => value !== "");
  return present.length === 0 ? address : `${address}?${new URLSearchParams(present)}`;
};
