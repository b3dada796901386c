import { searchTextOf } from "#lib/search/words.ts";
import { chosenTheme, themeParameters } from "./page-rendering.ts";
import { integerFrom, lastValues, type QueryValues } from "./parameter-values.ts";
import { type PostFilter, parsePostFilter, postFilterParameters } from "./post-filter.ts";
import type { PostFilterName } from "./post-filter-names.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface PasswordQuery {
  /** True if the password form has sent the visitor back, because the password was wrong. */
  readonly passwordWasWrong: boolean;
}

/** The query of pages that may ask for a password. Refuses nothing. */
export const passwordQuery: QueryDeclaration<PasswordQuery> = {
  parameters: {
    password: { description: "`wrong`: the form that asks for the password says that it was wrong." },
  },
  parse: (params) => ({ passwordWasWrong: params.get("password") === "wrong" }),
};

export interface SitemapQuery {
  /** The number of a part, from 1; null for the whole, or the index of its parts. */
  readonly part: number | null;
}

/** The query of the sitemap. What is no number counts as a part that does not exist. */
export const sitemapQuery: QueryDeclaration<SitemapQuery> = {
  parameters: {
    part: { description: "A part of a sitemap that has several, as its index names them.", type: "integer" },
  },
  parse: (params) => {
    const part = params.get("part");
    return { part: part === null ? null : (integerFrom(part) ?? 0) };
  },
};

/** The part of a post's page about commenting: a form, perhaps for an answer, or the result of a comment. */
export type CommentView =
  | { readonly kind: "form"; readonly answers: string }
  | { readonly kind: "notice"; readonly notice: "waiting" | "public" };

export interface CommentQuery {
  readonly comment: CommentView | null;
}

/** The query of a post's page for those who comment. Refuses nothing. */
const commentQuery: QueryDeclaration<CommentQuery> = {
  parameters: {
    comment: {
      description:
        "Of a post: `new` shows the form for a comment, a comment's id the form for an answer to it; " +
        "`waiting` and `public` say what became of a comment.",
    },
  },
  parse: (params) => ({ comment: commentView(params.get("comment") ?? "") }),
};

const commentView = (text: string): CommentView | null => {
  if (text === "waiting" || text === "public") return { kind: "notice", notice: text };
  if (text === "new") return { kind: "form", answers: "" };
  return /^\d{1,16}$/.test(text) ? { kind: "form", answers: text } : null;
};

/** The query of a blog's page. */
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

/** For each parameter, the filter that it needs, and the parameter of the API. */
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

/**
 * A request for a page of the site. Every page reads the theme and the password, posts read `comment` and the
 * part of the transcript, only blogs the rest.
 */
export interface SitePageQuery extends BlogQuery, PasswordQuery, CommentQuery {
  /** The part of long transcripts that the page shows, from 1. */
  readonly transcriptPart: number;
}

/** The query of the site's pages. Refuses nothing: bad values are ignored. */
export const sitePageQuery: QueryDeclaration<SitePageQuery> = {
  parameters: {
    page: { description: "Of a blog: the page of the list of its posts, from 1.", type: "integer" },
    search: { description: "Of a blog: only posts with all of these words, those that fit best first." },
    transcript: {
      description: "Of a post: the part of a long transcript that the page shows, from 1.",
      type: "integer",
    },
    ...postFilterParameters,
    ...themeParameters,
    ...passwordQuery.parameters,
    ...commentQuery.parameters,
  },
  parse: (params, context) => ({
    ...parseBlogQuery(params, context.postFilters()),
    ...passwordQuery.parse(params, context),
    ...commentQuery.parse(params, context),
    transcriptPart: Math.max(1, integerFrom(lastValues(params).get("transcript") ?? "") ?? 1),
  }),
};
