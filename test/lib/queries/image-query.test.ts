// Proves contract rules: images-list, images-search.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ImageListQuery, imageListQuery, imageReadQuery } from "#lib/queries/image-query.ts";
import { QueryError } from "#lib/queries/parameter-values.ts";
import { postFilterNames } from "#lib/queries/post-filter-names.ts";

const context = { postFilters: () => new Set(postFilterNames) };
const list = (query: string) => imageListQuery.parse(new URLSearchParams(query), context);
const read = (query: string) => imageReadQuery.parse(new URLSearchParams(query), context);
const bad = (message: string) => expect.objectContaining({ status: 400, message });

test("a list without a query is every image by id, forty at a time", () => {
  expect(list("")).toEqual({
    filters: [],
    tags: [],
    search: null,
    order: "id",
    window: { style: "offset", limit: 40, offset: 0 },
    selection: { body: ["id", "title"], meta: ["type", "detail_url", "tags", "download_url"] },
  });
});

describe("a list is narrowed and arranged by its parameters", () => {
  test.each<[string, Partial<ImageListQuery>]>([
    ["id=7", { filters: [{ field: "id", value: 7 }] }],
    ["title=A+heron", { filters: [{ field: "title", value: "A heron" }] }],
    [
      "width=1&height=2&width=3",
      {
        filters: [
          { field: "width", value: 3 },
          { field: "height", value: 2 },
        ],
      },
    ],
    ["tags=a,b+c", { tags: ["a", "b c"] }],
    ["tags=", { tags: [""] }],
    [
      "search=The+Heron",
      { search: { words: ["the", "heron"], phrases: [], operator: "and" }, order: "relevance" },
    ],
    ["search=a&search_operator=or", { search: { words: ["a"], phrases: [], operator: "or" } }],
    ["search=", { search: { words: [], phrases: [], operator: "and" } }],
    ["search=a&order=-id", { order: [{ field: "id", descending: true }] }],
    ["order=random", { order: "random" }],
    ["order=", { order: "id" }],
    ["page=2&pageSize=5", { window: { style: "page", page: 2, pageSize: 5 } }],
    [
      "fields=width&format=json&_=1",
      { selection: { ...list("").selection, body: ["id", "title", "width"] } },
    ],
  ])("%s", (query, expected) => {
    expect(list(query)).toMatchObject(expected);
  });
});

describe("a list is refused", () => {
  test.each([
    ["type=x&a=b", "query parameter is not an operation or a recognised field: a, type"],
    ["description=x", "query parameter is not an operation or a recognised field: description"],
    ["id=x", "field filter error. 'x' is not a valid value for id (expected an integer)"],
    ["width=1.5", "field filter error. '1.5' is not a valid value for width (expected an integer)"],
    ["tags=a&search=b", "filtering by tag with a search query is not supported"],
    ["order=tags", "cannot order by 'tags' (unknown field)"],
    ["order=--id", "cannot order by '--id' (invalid field)"],
    ["order=random&search=a", "cannot order by 'random' while searching (field is not indexed)"],
    ["order=random&offset=0", "random ordering with offset is not supported"],
    ["search=a&search_operator=not", "search_operator must be one of and, or"],
    ["fields=description", "unknown fields: description"],
    ["fields=tags(a)", "'tags' does not support nested fields"],
    ["limit=201", "limit cannot be higher than 200"],
    ["limit=1&page=1", "limit and offset cannot be combined with page and pageSize"],
  ])("%s", (query, message) => {
    expect(() => list(query)).toThrow(bad(message));
  });

  test("in no other way, whatever the query", () => {
    const name = fc.constantFrom("id", "tags", "search", "order", "fields", "limit", "page", "x", "width");
    const value = fc.oneof(fc.string(), fc.constantFrom("1", "-id", "random", "*", "a,b", "title"));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        try {
          imageListQuery.parse(new URLSearchParams(pairs), context);
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError);
        }
      }),
    );
  });
});

describe("one image", () => {
  test("is shown with its size, unless its fields are chosen, and unknown parameters are left alone", () => {
    expect(read("x=y&id=3")).toEqual({
      body: ["id", "title", "width", "height"],
      meta: ["type", "detail_url", "tags", "download_url"],
    });
    expect(read("fields=_,height")).toEqual({ body: ["height"], meta: [] });
  });

  test.each([
    ["fields=a,", "fields error: unexpected char ',' at position 2"],
    ["order=x", "cannot order by 'x' (unknown field)"],
  ])("is refused for %s", (query, message) => {
    expect(() => read(query)).toThrow(bad(message));
  });
});
