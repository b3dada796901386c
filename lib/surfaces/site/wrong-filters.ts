import type { BlogQuery, WrongValue } from "#lib/queries/blog-query.ts";
import type { ListPage } from "./list-page.ts";

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
    search?.length === 0 && wordless(searchText),
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
  ...(filter.search?.length ? [] : [wordless(words)]),
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
