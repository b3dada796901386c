// Proves contract rules: query-values, list-order, list-windows, list-parameters, site-and-locale,
// type-filter, tree-filters, field-filters, rich-text-format.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PageListQuery, pageListQuery, pageReadQuery } from "#lib/queries/page-query.ts";
import { QueryError } from "#lib/queries/parameter-values.ts";
import type { PostFilter } from "#lib/queries/post-filter.ts";
import { postFilterNames } from "#lib/queries/post-filter-names.ts";
import { anyText } from "#test/support/any-text.ts";

const context = { postFilters: () => new Set(postFilterNames) };
const list = (query: string) => pageListQuery.parse(new URLSearchParams(query), context);
const read = (query: string) => pageReadQuery.parse(new URLSearchParams(query), context);
const noFilter: PostFilter = {
  month: null,
  category: null,
  tag: null,
  after: null,
  before: null,
  search: null,
  newestFirst: null,
};
const refusal = (status: number, message: string) => expect.objectContaining({ status, message });

test("a list without a query is every page of the site in tree order, forty at a time", () => {
  expect(list("")).toEqual({
    types: [],
    exactTypes: false,
    childOf: null,
    descendantOf: null,
    ancestorOf: null,
    translationOf: null,
    locale: null,
    site: null,
    filters: [],
    search: null,
    enhanced: null,
    order: "default",
    window: { style: "offset", limit: 40, offset: 0 },
    selection: {
      body: ["id", "title"],
      meta: ["type", "detail_url", "html_url", "slug", "first_published_at"],
      coverImage: { body: ["id", "title"], meta: ["type", "detail_url", "download_url"] },
    },
    rendering: { richTextFormat: null, theme: null, forFeed: true },
  });
});

describe("a list is narrowed and arranged by its parameters", () => {
  test.each<[string, Partial<PageListQuery>]>([
    ["type=site.Post", { types: ["site.Post"] }],
    ["type=", { types: [] }],
    ["type=site.Post&exact_type=true", { types: ["site.Post"], exactTypes: true }],
    ["exact_type=false", { exactTypes: false }],
    ["child_of=5", { childOf: 5 }],
    ["child_of=root", { childOf: "root" }],
    ["child_of=x&child_of=5", { childOf: 5 }],
    ["child_of=%005", { childOf: 5 }],
    ["descendant_of=root", { descendantOf: "root" }],
    ["descendant_of=0", { descendantOf: 0 }],
    ["ancestor_of=7&child_of=5", { ancestorOf: 7, childOf: 5 }],
    ["translation_of=root", { translationOf: "root" }],
    ["translation_of=9", { translationOf: 9 }],
    ["locale=de", { locale: "de", filters: [] }],
    ["site=Example.org", { site: { hostname: "example.org", port: null } }],
    ["site=example.org:8000", { site: { hostname: "example.org", port: 8000 } }],
    ["site=", { site: null }],
    ["order=", { order: "default" }],
    ["order=random", { order: "random" }],
    ["order=random&page=1", { order: "random" }],
    ["order=-first_published_at", { order: [{ field: "first_published_at", descending: true }] }],
    [
      "order=title,-id",
      {
        order: [
          { field: "title", descending: false },
          { field: "id", descending: true },
        ],
      },
    ],
    ["order=locale", { order: [{ field: "locale", descending: false }] }],
    ["order=alias_of", { order: [{ field: "alias_of", descending: false }] }],
    ["type=site.Episode&order=visible_date", { order: [{ field: "visible_date", descending: false }] }],
    ["limit=3&offset=6", { window: { style: "offset", limit: 3, offset: 6 } }],
    ["page=2&pageSize=5", { window: { style: "page", page: 2, pageSize: 5 } }],
    ["search=heron", { search: { text: "heron", operator: "and" }, enhanced: null }],
    ["search=&search_operator=", { search: { text: "", operator: "and" } }],
    ["search=heron&search_operator=or&order=slug", { search: { text: "heron", operator: "or" } }],
    ["date_facets=2025-02&use_post_filter=True", { enhanced: null }],
    ["use_post_filter=true", { enhanced: noFilter, search: null }],
    [
      "use_post_filter=true&search=heron&o=visible_date&search_operator=any&order=random",
      {
        enhanced: { ...noFilter, search: { words: ["heron"], phrases: [] }, newestFirst: false },
        search: null,
        order: "random",
      },
    ],
    ["rich_text_format=markdown", { rendering: { richTextFormat: "markdown", theme: null, forFeed: true } }],
    ["theme=a&template_base_dir=b", { rendering: { richTextFormat: null, theme: "b", forFeed: true } }],
    ["theme=a&template_base_dir=", { rendering: { richTextFormat: null, theme: "a", forFeed: true } }],
    ["render_for_feed=No", { rendering: { richTextFormat: null, theme: null, forFeed: false } }],
    ["render_for_feed=0", { rendering: { richTextFormat: null, theme: null, forFeed: false } }],
    ["render_for_feed=off", { rendering: { richTextFormat: null, theme: null, forFeed: true } }],
  ])("%s", (query, expected) => {
    expect(list(query)).toMatchObject(expected);
  });

  test("the type decides which fields may be shown", () => {
    expect(list("type=site.Post&fields=_,uuid").selection.body).toEqual(["uuid"]);
    expect(() => list("type=site.Blog&fields=_,uuid")).toThrow(refusal(400, "unknown fields: uuid"));
  });
});

describe("a list is filtered by stored fields", () => {
  const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e";
  test.each<[string, string, unknown]>([
    ["id=7", "id", 7],
    ["id=-7", "id", -7],
    ["id=-0", "id", 0],
    ["id=99999999999999999999", "id", Number.MAX_SAFE_INTEGER],
    ["title=A%20day", "title", "A day"],
    ["title=", "title", ""],
    ["slug=a-%00day", "slug", "a-day"],
    ["slug=a&slug=b", "slug", "b"],
    ["show_in_menus=true", "show_in_menus", true],
    ["show_in_menus=1", "show_in_menus", true],
    ["show_in_menus=false", "show_in_menus", false],
    ["show_in_menus=0", "show_in_menus", false],
    ["seo_title=x", "seo_title", "x"],
    ["search_description=x", "search_description", "x"],
    ["alias_of=3", "alias_of", 3],
    ["first_published_at=2024-02-29T12:30:05.123456Z", "first_published_at", "2024-02-29T12:30:05.123Z"],
    ["first_published_at=2024-02-29T12:30:05%2B02:00", "first_published_at", "2024-02-29T10:30:05.000Z"],
    ["first_published_at=2024-02-29T12:30-0530", "first_published_at", "2024-02-29T18:00:00.000Z"],
    ["first_published_at=2024-02-29%2012:30", "first_published_at", "2024-02-29T12:30:00.000Z"],
    ["first_published_at=2024-02-29", "first_published_at", "2024-02-29T00:00:00.000Z"],
    ["type=site.Post&visible_date=2024-02-29T12:30:05Z", "visible_date", "2024-02-29T12:30:05.000Z"],
    [`type=site.Post&uuid=${uuid.toUpperCase()}`, "uuid", uuid],
    [`type=site.Post&uuid=${uuid.replaceAll("-", "")}`, "uuid", uuid],
    ["type=site.Episode&cover_image=4", "cover_image", 4],
    ["type=site.Episode&cover_alt_text=x", "cover_alt_text", "x"],
    ["type=site.Episode&body=x", "body", "x"],
    ["type=site.Podcast&description=x", "description", "x"],
  ])("%s", (query, field, value) => {
    expect(list(query).filters).toEqual([{ field, value }]);
  });

  test.each([
    ["id=x", "id", "x"],
    ["id=1.5", "id", "1.5"],
    ["id=", "id", ""],
    ["show_in_menus=True", "show_in_menus", "True"],
    ["show_in_menus=yes", "show_in_menus", "yes"],
    ["alias_of=root", "alias_of", "root"],
    ["first_published_at=yesterday", "first_published_at", "yesterday"],
    ["first_published_at=2023-02-29", "first_published_at", "2023-02-29"],
    ["first_published_at=2023-13-01", "first_published_at", "2023-13-01"],
    ["first_published_at=2023-01-01T24:00:00Z", "first_published_at", "2023-01-01T24:00:00Z"],
    ["first_published_at=2023-01-01T10:00:00%2B99:00", "first_published_at", "2023-01-01T10:00:00+99:00"],
    ["type=site.Post&visible_date=", "visible_date", ""],
    ["type=site.Post&uuid=0f8fad5b", "uuid", "0f8fad5b"],
    ["type=site.Post&cover_image=a.jpg", "cover_image", "a.jpg"],
  ])("%s is no value for the field", (query, field, value) => {
    const start = `field filter error. '${value}' is not a valid value for ${field} (`;
    expect(() => list(query)).toThrow(refusal(400, expect.stringContaining(start) as unknown as string));
  });
});

describe("a list that cannot be answered is refused in stable words", () => {
  test.each([
    ["type=site.Poster", "type doesn't exist"],
    ["type=site.Post,", "type doesn't exist"],
    ["zebra=1&title=x&ape=2", "query parameter is not an operation or a recognised field: ape, zebra"],
    ["zebra=1&id=x", "query parameter is not an operation or a recognised field: zebra"],
    ["uuid=1", "query parameter is not an operation or a recognised field: uuid"],
    ["type=site.Post,site.Blog&uuid=1", "query parameter is not an operation or a recognised field: uuid"],
    [
      "type=site.Post&description=x",
      "query parameter is not an operation or a recognised field: description",
    ],
    ["type=site.Post&tags=x", "query parameter is not an operation or a recognised field: tags"],
    [
      "type=site.Post&comments_are_enabled=true",
      "query parameter is not an operation or a recognised field: comments_are_enabled",
    ],
    ["parent=1", "query parameter is not an operation or a recognised field: parent"],
    ["html_url=x", "query parameter is not an operation or a recognised field: html_url"],
    ["child_of=", "child_of must be a positive integer"],
    ["child_of=-1", "child_of must be a positive integer"],
    ["child_of=Root", "child_of must be a positive integer"],
    ["descendant_of=x", "descendant_of must be a positive integer"],
    ["descendant_of=1&child_of=1", "filtering by descendant_of with child_of is not supported"],
    ["ancestor_of=root", "ancestor_of must be a positive integer"],
    ["ancestor_of=1.0", "ancestor_of must be a positive integer"],
    ["translation_of=x", "translation_of must be a positive integer"],
    ["order=zebra", "cannot order by 'zebra' (unknown field)"],
    ["order=-zebra", "cannot order by 'zebra' (unknown field)"],
    ["order=title,", "cannot order by '' (unknown field)"],
    ["order=parent", "cannot order by 'parent' (unknown field)"],
    ["order=html_url", "cannot order by 'html_url' (unknown field)"],
    ["order=visible_date", "cannot order by 'visible_date' (unknown field)"],
    ["order=-random", "cannot order by 'random' (unknown field)"],
    ["order=--title", "cannot order by '--title' (invalid field)"],
    ["order=title,random", "random ordering cannot be combined with other fields"],
    ["order=random&offset=0", "random ordering with offset is not supported"],
    ["order=random&search=heron", "cannot order by 'random' while searching (field is not indexed)"],
    ["search=heron&search_operator=any", "search_operator must be one of and, or"],
    ["limit=x", "limit must be a positive integer"],
    ["offset=x", "offset must be a positive integer"],
    ["limit=1000", "limit cannot be higher than 200"],
    ["limit=1&page=1", "limit and offset cannot be combined with page and pageSize"],
    ["fields=title,,slug", "fields error: unexpected char ',' at position 6"],
    ["fields=zebra", "unknown fields: zebra"],
    ["fields=parent", "unknown fields: parent"],
    ["rich_text_format=pdf", "rich_text_format must be one of db_html, html, db_markdown, markdown"],
    ["rich_text_format=", "rich_text_format must be one of db_html, html, db_markdown, markdown"],
  ])("%s", (query, message) => {
    expect(() => list(query)).toThrow(refusal(400, message));
  });

  test("an unknown site and a page before the first are not found", () => {
    expect(() => list("site=example.org:http")).toThrow(refusal(404, "site doesn't exist"));
    expect(() => list("page=0")).toThrow(refusal(404, "Invalid page."));
  });
});

test.each(
  [
    "limit=1 offset=1 page=1 pageSize=1 fields=id order=id search=1 search_operator=1 rich_text_format=html _=1",
    "format=json type=site.Page child_of=1 ancestor_of=1 descendant_of=1 translation_of=1 locale=1 site=1",
    "use_post_filter=1 date=1 date_after=1 date_before=1 date_facets=1 category_facets=1 tag_facets=1 o=1",
    "template_base_dir=1 theme=1 render_for_feed=1",
  ].flatMap((parameters) => parameters.split(" ")),
)("%s is accepted in any list", (parameter) => {
  expect(() => list(parameter)).not.toThrow();
  expect(() => list(`${parameter}&type=site.Post`)).not.toThrow();
});

describe("a single page is asked for with the same words", () => {
  test("unknown parameters are left alone", () => {
    expect(read("zebra=1&child_of=x&limit=x&type=site.Post&site=a.org&fields=_,parent&theme=b")).toEqual({
      types: ["site.Post"],
      exactTypes: false,
      site: { hostname: "a.org", port: null },
      fields: { start: "none", changes: [{ name: "parent", shown: true, nested: null }] },
      rendering: { richTextFormat: null, theme: "b", forFeed: true },
    });
  });

  test.each([
    ["type=site.Poster", "type doesn't exist"],
    ["order=zebra", "cannot order by 'zebra' (unknown field)"],
    ["fields=a,", "fields error: unexpected char ',' at position 2"],
    ["rich_text_format=pdf", "rich_text_format must be one of db_html, html, db_markdown, markdown"],
  ])("%s is refused", (query, message) => {
    expect(() => read(query)).toThrow(refusal(400, message));
  });
});

test("no query makes the parser fail in any other way than by refusing it", () => {
  const names =
    "type child_of ancestor_of order fields limit page site search id slug first_published_at uuid zebra";
  const values = fc.oneof(
    anyText(),
    fc.constantFrom(
      "root",
      "site.Post",
      "-title",
      "*",
      "1",
      "-1",
      "true",
      "random",
      "__proto__",
      "constructor",
    ),
  );
  const pairs = fc.array(fc.tuple(fc.constantFrom(...names.split(" ")), values), { maxLength: 5 });
  fc.assert(
    fc.property(pairs, (pairs) => {
      for (const parse of [list, read]) {
        try {
          parse(String(new URLSearchParams(pairs)));
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
