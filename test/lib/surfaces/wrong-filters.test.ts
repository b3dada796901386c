// Proves contract rules: wrong-filters.

import { describe, expect, test } from "vitest";
import { postFilterNames } from "#lib/queries/post-filter-names.ts";
import { parseBlogQuery } from "#lib/queries/site-page-queries.ts";
import { filterProblems, searchProblems } from "#lib/surfaces/html/list-page.ts";

const firstOfTwo = { isMissing: false, pageNumber: 1, pageCount: 2 };
const all = new Set(postFilterNames);

const queryOf = (query: string, active: ReadonlySet<(typeof postFilterNames)[number]> = all) =>
  parseBlogQuery(new URLSearchParams(query), active);

const problemsOf = (query: string, known = { category: true, tag: true }) =>
  filterProblems(queryOf(query), firstOfTwo, known);

describe("a filter that is wrong is named, with what was done", () => {
  test.each([
    ["date_facets=soon", "“soon” is not a month, such as 2025-02. This filter was left out."],
    ["date_after=abc", "“abc” is not a day, such as 2025-02-01. This filter was left out."],
    ["date_before=2025-02-30", "“2025-02-30” is not a day, such as 2025-02-01. This filter was left out."],
    ["category_facets=a b", "“a b” is not a category. This filter was left out."],
    ["tag_facets=%23x", "“#x” is not a tag. This filter was left out."],
    ["o=title", "“title” is not an order of this list, which is shown in its usual one."],
    ["search=%3F%3F%3F", "“???” has no words to search for, so no post matches."],
    [
      "date_after=2025-03-01&date_before=2025-02-01",
      "“2025-03-01” is after “2025-02-01”, so no post matches.",
    ],
  ])("?%s", (query, problem) => {
    expect(problemsOf(query)).toEqual([problem]);
  });

  test("a category that does not exist and a tag that no post has", () => {
    expect(problemsOf("category_facets=x&tag_facets=y", { category: false, tag: false })).toEqual([
      "There is no category “x”, so no post matches.",
      "No post has the tag “y”.",
    ]);
  });

  test("a page that the list does not have", () => {
    const list = { isMissing: true, pageNumber: 3, pageCount: 3 };
    expect(filterProblems(queryOf("page=99"), list, { category: true, tag: true })).toEqual([
      "There is no page “99”. This is page 3 of 3.",
    ]);
  });
});

test("all wrong filters are named at once", () => {
  expect(
    problemsOf("date_after=x&date_before=y&o=z&date_facets=0&category_facets=!&tag_facets=!"),
  ).toHaveLength(6);
});

test("nothing is said of right and empty values, and of filters that the site does not have", () => {
  expect(
    problemsOf("date_after=2025-01-01&tag_facets=reed&search=heron&o=-visible_date&page=2&utm=x"),
  ).toEqual([]);
  expect(problemsOf("date_after=&search=%20&category_facets=&page=")).toEqual([]);
  expect(queryOf("date_after=abc&tag_facets=!", new Set(["search"])).wrong).toEqual([]);
});

test("a long value is cut", () => {
  const [problem = ""] = problemsOf(`date_after=${"🦆".repeat(500)}`);
  expect(problem).toContain(`“${"🦆".repeat(60)}…”`);
});

test("a search of the site names words that are none, and pages that it does not have", () => {
  const list = { isMissing: true, pageNumber: 1, pageCount: 1 };
  expect(searchProblems("...", queryOf("search=...&page=x"), list)).toEqual([
    "“...” has no words to search for, so no post matches.",
    "There is no page “x”. This is page 1 of 1.",
  ]);
});
