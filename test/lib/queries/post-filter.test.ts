// Proves contract rules: enhanced-filters, facet-filters, date-filters, o-order.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastValues } from "#lib/queries/parameter-values.ts";
import { type PostFilter, parsePostFilter } from "#lib/queries/post-filter.ts";
import { postFilterNames } from "#lib/queries/post-filter-names.ts";
import type { SoughtText } from "#lib/search/sought.ts";
import { anyText } from "#test/support/any-text.ts";

const all = new Set(postFilterNames);
const filter = (values: Record<string, string>, active = all): PostFilter =>
  parsePostFilter(lastValues(new URLSearchParams(values)), active);

const words = (...words: readonly string[]) => ({ words, phrases: [] });

const textOf = ({ words, phrases }: SoughtText): string =>
  [...words, ...phrases.map(({ sequence }) => `"${sequence}"`)].join(" ");

const none: PostFilter = {
  month: null,
  category: null,
  tag: null,
  after: null,
  before: null,
  search: null,
  newestFirst: null,
};

describe("a filter reads its parameter", () => {
  test.each<[parameter: string, value: string, read: Partial<PostFilter>]>([
    ["date_facets", "2025-02", { month: "2025-02" }],
    ["date_facets", "2025-2", { month: "2025-02" }],
    ["date_facets", " 2025 / -12!", { month: "2025-12" }],
    ["date_facets", "2025-13", {}],
    ["date_facets", "2025-0", {}],
    ["date_facets", "2025-002", {}],
    ["date_facets", "25-02", {}],
    ["date_facets", "2025", {}],
    ["date_facets", "2025-02-01", {}],
    ["date_facets", "٢٠٢٥-٠٢", {}],
    ["category_facets", "field-notes", { category: "field-notes" }],
    ["category_facets", "café_1", { category: "café_1" }],
    ["category_facets", "field notes", {}],
    ["tag_facets", "heron", { tag: "heron" }],
    ["tag_facets", "Heron", { tag: "Heron" }],
    ["tag_facets", "鷺", { tag: "鷺" }],
    ["tag_facets", "heron,marsh", {}],
    ["tag_facets", "h".repeat(1_001), {}],
    ["date_after", "2025-02-28", { after: "2025-02-28" }],
    ["date_after", "2025-02-30", {}],
    ["date_after", "2025-2-3", {}],
    ["date_after", "02/28/2025", {}],
    ["date_before", "2024-02-29", { before: "2024-02-29" }],
    ["date_before", "yesterday", {}],
    ["o", "visible_date", { newestFirst: false }],
    ["o", "-visible_date", { newestFirst: true }],
    ["o", "title", {}],
    ["o", "--visible_date", {}],
    ["search", "Grey  Héron", { search: words("grey", "heron") }],
    ["search", "reed-bed\treed", { search: words("reed", "bed") }],
    ["search", "  - ", {}],
    ["search", "?!", { search: words() }],
    ["search", `${"a ".repeat(249)}bcd`, { search: words("a", "bc") }],
    ["search", `${"😀".repeat(499)}ab`, { search: words("a") }],
  ])("%s=%s", (parameter, value, read) => {
    expect(filter({ [parameter]: value })).toEqual({ ...none, ...read });
    expect(filter({ [parameter]: "" })).toEqual(none);
  });
});

const good = {
  date_facets: "2025-02",
  category_facets: "notes",
  tag_facets: "heron",
  date_after: "2025-02-01",
  date_before: "2025-02-28",
  search: "grey heron",
  o: "-visible_date",
};
const wanted: PostFilter = {
  month: "2025-02",
  category: "notes",
  tag: "heron",
  after: "2025-02-01",
  before: "2025-02-28",
  search: words("grey", "heron"),
  newestFirst: true,
};

test.each<[parameter: string, bad: string, without: Partial<PostFilter>]>([
  ["date_facets", "soon", { month: null }],
  ["category_facets", "a b", { category: null }],
  ["tag_facets", "a,b", { tag: null }],
  ["date_after", "2025", { after: null }],
  ["date_before", "2025", { before: null }],
  ["search", " ", { search: null }],
  ["o", "slug", { newestFirst: null }],
])("a bad %s is ignored alone", (parameter, bad, without) => {
  expect(filter({ ...good, [parameter]: bad })).toEqual({ ...wanted, ...without });
});

test.each<[name: string, without: Partial<PostFilter>]>([
  ["search", { search: null }],
  ["date", { after: null, before: null }],
  ["date_facets", { month: null }],
  ["category_facets", { category: null }],
  ["tag_facets", { tag: null }],
  ["o", { newestFirst: null }],
])("a site that leaves out %s ignores it, and nothing else", (name, without) => {
  const others = new Set([...all].filter((other) => other !== name));
  expect(filter(good, others)).toEqual({ ...wanted, ...without });
});

test("whatever the values are, the filter is readable, and reading it again changes nothing", () => {
  const value = fc.oneof(anyText(), fc.stringMatching(/^[0-9-]{0,12}$/));
  const names = Object.keys(good);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (values) => {
      const read = filter(values);
      const again = {
        ...(read.month && { date_facets: read.month }),
        ...(read.category && { category_facets: read.category }),
        ...(read.tag && { tag_facets: read.tag }),
        ...(read.after && { date_after: read.after }),
        ...(read.before && { date_before: read.before }),
        ...(read.search && { search: textOf(read.search) || "!" }),
        ...(read.newestFirst !== null && { o: read.newestFirst ? "-visible_date" : "visible_date" }),
      };
      expect(filter(again)).toEqual(read);
    }),
  );
});
