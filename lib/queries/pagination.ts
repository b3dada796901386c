import { refuseProblems } from "#lib/refusals/refusal.ts";
import {
  integerFrom,
  lastValues,
  naturalFrom,
  QueryError,
  unsupportedParameters,
} from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

/** The number of items that a list shows by default (contract#pagination). */
const defaultPageSize = 40;

/** The most items on a page of a list. */
export const maxPageSize = 200;

/** A window of numbered pages, from 1. */
export interface PageWindow {
  readonly style: "page";
  readonly page: number | "last";
  readonly pageSize: number;
}

/** A window that skips `offset` items and shows `limit`, which may be 0. */
export interface OffsetWindow {
  readonly style: "offset";
  readonly limit: number;
  readonly offset: number;
}

/** The part of a list that a request asks for. */
export type Window = PageWindow | OffsetWindow;

/** URLs of the neighbouring windows; null if there is none. */
export interface WindowLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/** A bad page is a 404; a bad size is the default, one too large the maximum (contract#pagination). */
export const parsePageWindow = (params: URLSearchParams): PageWindow => {
  const values = lastValues(params);
  return {
    style: "page",
    page: pageFrom(values.get("page")),
    pageSize: pageSizeFrom(values.get("pageSize")),
  };
};

/** The parameters of lists in pages (contract#pagination). */
export const pageWindowParameters = {
  page: { description: "The page of the list, from 1, or `last`." },
  pageSize: { description: "Items per page, up to 200; 40 unless said otherwise.", type: "integer" },
} as const;

/** The query of a list in pages that takes nothing else. */
export const pageWindowQuery: QueryDeclaration<PageWindow> = {
  parameters: pageWindowParameters,
  parse: parsePageWindow,
};

/** Parses `limit` and `offset`, or `page` and `pageSize`; a mixture is a 400 (contract#list-windows). */
export const parseWindow = (params: URLSearchParams): Window => {
  const hasPages = params.has("page") || params.has("pageSize");
  const hasOffsets = params.has("limit") || params.has("offset");
  if (hasPages && hasOffsets) {
    throw new QueryError(400, "limit and offset cannot be combined with page and pageSize");
  }
  return hasPages ? parsePageWindow(params) : parseOffsetWindow(params);
};

/** The parameters of lists that take both pairs. */
export const windowParameters = {
  limit: { description: "At most this many items, up to 200.", type: "integer" },
  offset: { description: "How many items to leave out before.", type: "integer" },
  page: { description: "The page of the list, from 1, or `last`; not together with `limit` and `offset`." },
  pageSize: { description: "Items per page of the list, up to 200.", type: "integer" },
} as const;

/** A part of a list that is shown whole by default: `limit` may be undefined. */
export interface Slice {
  readonly offset: number;
  readonly limit: number | undefined;
}

/** The query of a list that is answered whole, unless `limit` or `offset` ask for a part. */
export const sliceQuery: QueryDeclaration<Slice> = {
  parameters: {
    limit: {
      description: "How many items to answer with; all of them unless said otherwise.",
      type: "integer",
    },
    offset: { description: "How many items to leave out before.", type: "integer" },
  },
  parse: (params) => {
    const values = lastValues(params);
    const limit = values.get("limit");
    return {
      offset: naturalFrom("offset", values.get("offset") ?? "0"),
      limit: limit === undefined ? undefined : naturalFrom("limit", limit),
    };
  },
};

export const sliceOf = <Item>(items: readonly Item[], { offset, limit }: Slice): Item[] =>
  items.slice(offset, limit === undefined ? undefined : offset + limit);

/** The range of a list in the window. A page beyond the end, except page 1, is a 404. */
export const rangeOf = (
  window: Window,
  count: number,
): { readonly offset: number; readonly limit: number } => {
  if (window.style === "offset") return { offset: window.offset, limit: window.limit };
  return { offset: (pageNumberOf(window, count) - 1) * window.pageSize, limit: window.pageSize };
};

/**
 * Links to the windows before and after this one. The request's other parameters are kept, sorted by name;
 * the first window needs no `page` or `offset` (contract#pagination, contract#list-windows). Past the end,
 * `previous` leads to the last items; a window of no items has no links.
 */
export const linksAround = (
  window: Window,
  count: number,
  location: string,
  params: URLSearchParams,
): WindowLinks => {
  const { parameter, first, next, previous } =
    window.style === "page" ? pagesAround(window, count) : offsetsAround(window, count);
  const linkTo = (position: number | null): string | null => {
    if (position === null) return null;
    const query = new URLSearchParams(params);
    if (position === first) query.delete(parameter);
    else query.set(parameter, String(position));
    query.sort();
    return query.size === 0 ? location : `${location}?${query}`;
  };
  return { next: linkTo(next), previous: linkTo(previous) };
};

interface Neighbours {
  readonly parameter: "page" | "offset";
  readonly first: number;
  readonly next: number | null;
  readonly previous: number | null;
}

const pagesAround = (window: PageWindow, count: number): Neighbours => {
  const page = pageNumberOf(window, count);
  return {
    parameter: "page",
    first: 1,
    next: page < lastPageOf(window, count) ? page + 1 : null,
    previous: page > 1 ? page - 1 : null,
  };
};

const offsetsAround = ({ limit, offset }: OffsetWindow, count: number): Neighbours => {
  const start = Math.min(offset, count);
  return {
    parameter: "offset",
    first: 0,
    next: limit > 0 && offset + limit < count ? offset + limit : null,
    previous: limit > 0 && start > 0 ? Math.max(0, start - limit) : null,
  };
};

const parseOffsetWindow = (params: URLSearchParams): OffsetWindow => {
  const values = lastValues(params);
  const offset = naturalFrom("offset", values.get("offset") ?? "0");
  const limit = naturalFrom("limit", values.get("limit") ?? String(defaultPageSize));
  if (limit > maxPageSize) throw new QueryError(400, `limit cannot be higher than ${maxPageSize}`);
  return { style: "offset", limit, offset };
};

const pageFrom = (text = ""): number | "last" => {
  if (text === "last") return "last";
  const page = text === "" ? 1 : integerFrom(text);
  if (page === undefined || page < 1) throw invalidPage();
  return page;
};

const pageSizeFrom = (text = ""): number => {
  const pageSize = integerFrom(text);
  return pageSize === undefined || pageSize < 1 ? defaultPageSize : Math.min(pageSize, maxPageSize);
};

const pageNumberOf = (window: PageWindow, count: number): number => {
  const last = lastPageOf(window, count);
  if (window.page === "last") return last;
  if (window.page > last) throw invalidPage();
  return window.page;
};

const lastPageOf = ({ pageSize }: PageWindow, count: number): number =>
  Math.max(1, Math.ceil(count / pageSize));

const invalidPage = (): QueryError => new QueryError(404, "Invalid page.");

/** The query of a list of our own in pages. Refuses other parameters (contract#unknown-parameters). */
export const strictWindowQuery: QueryDeclaration<PageWindow> = {
  parameters: pageWindowParameters,
  parse: (params) => {
    refuseProblems(unsupportedParameters(params, Object.keys(pageWindowParameters)));
    return parsePageWindow(params);
  },
};
