// Proves contract rules: type-filter.

import { describe, expect, test } from "vitest";
import { type PageType, pageKindsOf, parseTypes, typeOf } from "#lib/queries/page-types.ts";

describe("a type is known by its prefix and, in any case, its name", () => {
  test.each<[string, readonly PageType[]]>([
    ["", []],
    ["site.Post", ["site.Post"]],
    ["site.POST", ["site.Post"]],
    ["site.homepage,site.Blog", ["site.HomePage", "site.Blog"]],
    ["site.Post,site.post", ["site.Post"]],
    ["site.Page", ["site.Page"]],
    ["wagtailcore.Page", ["site.Page"]],
  ])("%s", (text, types) => {
    expect(parseTypes(text)).toEqual(types);
  });

  test.each([
    "Post",
    "Site.Post",
    "site.Poster",
    "site.Post,",
    "site.Post, site.Blog",
    "site.Post.Episode",
    "wagtailcore.Post",
    "site",
    ".",
    "constructor",
  ])("'%s' is no type", (text) => {
    expect(() => parseTypes(text)).toThrow(
      expect.objectContaining({ status: 400, message: "type doesn't exist" }),
    );
  });
});

describe("a type brings its subtypes", () => {
  test.each<[readonly PageType[], string[]]>([
    [["site.Post"], ["post", "episode"]],
    [["site.Episode"], ["episode"]],
    [["site.Blog"], ["blog", "podcast"]],
    [["site.Podcast"], ["podcast"]],
    [
      ["site.HomePage", "site.Podcast"],
      ["home", "podcast"],
    ],
    [["site.Page"], ["root", "home", "blog", "podcast", "post", "episode", "page"]],
    [[], ["root", "home", "blog", "podcast", "post", "episode", "page"]],
  ])("%s", (types, kinds) => {
    expect([...pageKindsOf(types)]).toEqual(kinds);
  });
});

test("every page is of the type that it says it is", () => {
  for (const kind of pageKindsOf([])) expect(pageKindsOf([typeOf(kind)])).toContain(kind);
});

describe("exact types have no subtypes", () => {
  test.each<[readonly PageType[], readonly string[]]>([
    [["site.Post"], ["post"]],
    [["site.Blog"], ["blog"]],
    [["site.Podcast"], ["podcast"]],
    [["site.Page"], ["root", "page"]],
    [
      ["site.Post", "site.Episode"],
      ["post", "episode"],
    ],
    [[], ["root", "home", "blog", "podcast", "post", "episode", "page"]],
  ])("%j", (types, kinds) => {
    expect([...pageKindsOf(types, true)]).toEqual(kinds);
  });
});
