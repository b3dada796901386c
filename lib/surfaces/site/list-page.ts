import type { PageList } from "#lib/catalog/pages/list-query.ts";
import type { Window } from "#lib/queries/pagination.ts";

const pageSize = 20;

/** A page of a list, from 1. */
export interface ListPage extends PageList {
  readonly pageNumber: number;
  /** At least 1. */
  readonly pageCount: number;
  /** True if the list does not have the page that was asked for. */
  readonly isMissing: boolean;
}

/** The page with this number; the last one instead of one beyond the end, and the first one for null. */
export const listPage = (wanted: number | null, list: (window: Window) => PageList): ListPage => {
  const pageAt = (pageNumber: number): ListPage => {
    const found = list({ style: "offset", limit: pageSize, offset: (pageNumber - 1) * pageSize });
    const pageCount = Math.max(1, Math.ceil(found.total / pageSize));
    return { ...found, pageNumber, pageCount, isMissing: wanted !== pageNumber };
  };
  const page = pageAt(wanted ?? 1);
  return page.pageNumber > page.pageCount ? pageAt(page.pageCount) : page;
};

/** The addresses of the pages before and after one; null at the ends. */
export const urlsBeside = (
  number: number,
  count: number,
  urlOf: (number: number) => string,
): { readonly previousUrl: string | null; readonly nextUrl: string | null } => ({
  previousUrl: number > 1 ? urlOf(number - 1) : null,
  nextUrl: number < count ? urlOf(number + 1) : null,
});

/** The parameter of a page's number; empty for the first page, which has the list's own address. */
export const pageParameter = (number: number): string => (number === 1 ? "" : String(number));
