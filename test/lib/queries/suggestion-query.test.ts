// Proves contract rules: suggestion-text, suggestion-facets.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { suggestionQuery } from "#lib/queries/narrowing-queries.ts";
import { parsePostFilter } from "#lib/queries/post-filter.ts";
import { postFilterNames } from "#lib/queries/post-filter-names.ts";
import { anyText } from "#test/support/any-text.ts";

const active = new Set(postFilterNames);
const context = { postFilters: () => active };
const parse = (search: string) => suggestionQuery.parse(new URLSearchParams({ search }), context);
const noFilter = parsePostFilter(new Map(), active);

describe("the text of a query for suggestions", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["keeps its case", "The HERON", "The HERON", ["the", "heron"]],
    ["has single spaces, none at its ends", " \t the\n\u00a0 heron ", "the heron", ["the", "heron"]],
    ["has spaces for hyphens", "-low--water - mark-", "low water mark", ["low", "water", "mark"]],
    ["has no null characters", "he\0ron", "heron", ["heron"]],
    ["has a word only once", "Heron héron HERON", "Heron héron HERON", ["heron"]],
    ["may have no words", "++", "++", []],
    ["has words around quotes", '"the" heron"', '"the" heron"', ["the", "heron"]],
    ["may be of two characters", "he", "he", ["he"]],
    ["is too short with one", "h", "h", []],
    ["is too short with one beside spaces and hyphens", " -h- ", "h", []],
    ["is too short with one that takes two UTF-16 units", "𠮷", "𠮷", []],
    ["may be empty", "", "", []],
  ])("%s: %j", (_, search, text, words) => {
    expect(parse(search)).toEqual({ text, words, filter: noFilter });
  });

  test("is empty where there is none, and the last one where there are several", () => {
    const textOf = (query: string) => suggestionQuery.parse(new URLSearchParams(query), context).text;
    expect([textOf(""), textOf("search=heron&search=reed")]).toEqual(["", "reed"]);
  });

  test("ends after 500 characters, not within one, and not with a space", () => {
    expect(parse("𠮷".repeat(501)).text).toBe("𠮷".repeat(500));
    expect(parse(`${"a".repeat(499)} heron`).text).toBe("a".repeat(499));
  });

  test("reads back as itself", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 600 }), (search) => {
        const { text, words } = parse(search);
        expect(parse(text)).toMatchObject({ text, words });
        expect([...text].length).toBeLessThanOrEqual(500);
      }),
    );
  });
});

describe("the filter of a query for suggestions", () => {
  const everything = new URLSearchParams({
    search: "heron",
    date_facets: "2025-2",
    category_facets: "birds",
    tag_facets: "marsh",
    date_after: "2025-01-01",
    date_before: "2025-12-31",
    o: "visible_date",
  });

  test("is by month, category and tag, and by nothing else", () => {
    const filter = { ...noFilter, month: "2025-02", category: "birds", tag: "marsh" };
    expect(suggestionQuery.parse(everything, context).filter).toEqual(filter);
  });

  test("is by those only that are active", () => {
    const { filter } = suggestionQuery.parse(everything, {
      postFilters: () => new Set(["search", "tag_facets"]),
    });
    expect(filter).toEqual({ ...noFilter, tag: "marsh" });
  });
});
