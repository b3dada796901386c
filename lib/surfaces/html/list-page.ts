import type { PageList } from "#lib/catalog/pages/page-lists.ts";
import type { Window } from "#lib/queries/pagination.ts";
import type { BlogQuery, WrongValue } from "#lib/queries/site-page-queries.ts";
import { isWordless } from "#lib/search/sought.ts";

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

/** False for a category that does not exist, or a tag that no post has. */
interface KnownTerms {
  readonly category: boolean;
  readonly tag: boolean;
}

type ShownPage = Pick<ListPage, "isMissing" | "pageNumber" | "pageCount">;

/** Longer values are cut. */
const maxShown = 60;

/** A sentence or two for each thing that is wrong with what was asked for: what, and what was done. */
export const filterProblems = (
  { filter, searchText, wrong, pageText }: BlogQuery,
  list: ShownPage,
  known: KnownTerms,
): readonly string[] => {
  const { search, category, tag, after, before } = filter;
  return [
    ...wrong.map(wrongValue),
    search !== null && isWordless(search) && wordless(searchText),
    category !== null && !known.category && `There is no category ${quoted(category)}, so no post matches.`,
    tag !== null && !known.tag && `No post has the tag ${quoted(tag)}.`,
    after !== null &&
      before !== null &&
      after > before &&
      `${quoted(after)} is after ${quoted(before)}, so no post matches.`,
    list.isMissing && noPage(pageText, list),
  ].filter((problem) => problem !== false);
};

/** Finds the problems of a search without other filters. */
export const searchProblems = (
  words: string,
  { filter, pageText }: BlogQuery,
  list: ShownPage,
): readonly string[] => [
  ...(filter.search && !isWordless(filter.search) ? [] : [wordless(words)]),
  ...(list.isMissing ? [noPage(pageText, list)] : []),
];

const wordless = (words: string): string =>
  `${quoted(words)} has no words to search for, so no post matches.`;

const noPage = (text: string, { pageNumber, pageCount }: ShownPage): string =>
  `There is no page ${quoted(text)}. This is page ${pageNumber} of ${pageCount}.`;

const wrongValue = ({ parameter, text }: WrongValue): string => {
  const value = quoted(text);
  switch (parameter) {
    case "search":
      return `${value} has no words to search for. This filter was left out.`;
    case "date_facets":
      return `${value} is not a month, such as 2025-02. This filter was left out.`;
    case "date_after":
    case "date_before":
      return `${value} is not a day, such as 2025-02-01. This filter was left out.`;
    case "category_facets":
      return `${value} is not a category. This filter was left out.`;
    case "tag_facets":
      return `${value} is not a tag. This filter was left out.`;
    case "o":
      return `${value} is not an order of this list, which is shown in its usual one.`;
  }
};

const quoted = (text: string): string => {
  const characters = [...text];
  return `“${characters.length > maxShown ? `${characters.slice(0, maxShown).join("")}…` : text}”`;
};
