// Proves contract rules: item-fields.

import { describe, expect, test } from "vitest";
import { type FieldsView, parseFields, selectPageFields } from "#lib/queries/fields.ts";
import type { PageType } from "#lib/queries/page-types.ts";

const select = (fields: string, types: readonly PageType[], view: FieldsView) =>
  selectPageFields(parseFields(fields), types, view);

const listMeta = ["type", "detail_url", "html_url", "slug", "first_published_at"];
const detailMeta = [...listMeta, "show_in_menus", "seo_title", "search_description", "alias_of", "parent"];
const postBody = [
  "uuid",
  "visible_date",
  "comments_are_enabled",
  "cover_image",
  "cover_alt_text",
  "cover_image_poster_url",
  "body",
  "html_overview",
  "html_detail",
  "comments",
  "comments_security_data",
  "webplayer_players",
  "aliases",
];

describe("fields are shown in the order of the representation", () => {
  test.each<{
    title: string;
    fields: string;
    types: readonly PageType[];
    view: FieldsView;
    body: string[];
    meta: string[];
  }>([
    { title: "list defaults", fields: "", types: [], view: "list", body: ["id", "title"], meta: listMeta },
    {
      title: "list defaults of a type",
      fields: "",
      types: ["site.Post"],
      view: "list",
      body: ["id", "title"],
      meta: listMeta,
    },
    {
      title: "detail defaults of a post",
      fields: "",
      types: ["site.Post"],
      view: "detail",
      body: ["id", "title", ...postBody],
      meta: detailMeta,
    },
    {
      title: "detail defaults of a podcast",
      fields: "",
      types: ["site.Podcast"],
      view: "detail",
      body: ["id", "title", "description"],
      meta: detailMeta,
    },
    {
      title: "detail defaults of a home page",
      fields: "",
      types: ["site.HomePage"],
      view: "detail",
      body: ["id", "title"],
      meta: detailMeta,
    },
    {
      title: "all of an episode",
      fields: "*",
      types: ["site.Episode"],
      view: "detail",
      body: ["id", "title", ...postBody],
      meta: [...detailMeta, "locale"],
    },
    {
      title: "all in a list of any pages",
      fields: "*",
      types: [],
      view: "list",
      body: ["id", "title"],
      meta: [...listMeta, "show_in_menus", "seo_title", "search_description", "alias_of", "locale"],
    },
    { title: "none", fields: "_", types: [], view: "list", body: [], meta: [] },
    {
      title: "none but two, whatever their order in the request",
      fields: "_,slug,body,id",
      types: ["site.Post"],
      view: "list",
      body: ["id", "body"],
      meta: ["slug"],
    },
    {
      title: "defaults and two more",
      fields: "locale,description",
      types: ["site.Blog"],
      view: "list",
      body: ["id", "title", "description"],
      meta: [...listMeta, "locale"],
    },
    {
      title: "defaults without one, and without one that was not there",
      fields: "-title,-seo_title",
      types: [],
      view: "list",
      body: ["id"],
      meta: listMeta,
    },
    {
      title: "the last word on a field counts",
      fields: "-title,title,slug,-slug",
      types: [],
      view: "list",
      body: ["id", "title"],
      meta: listMeta.filter((name) => name !== "slug"),
    },
    {
      title: "brackets behind alias_of change nothing",
      fields: "_,alias_of(*,-whatever)",
      types: [],
      view: "list",
      body: [],
      meta: ["alias_of"],
    },
  ])("$title", ({ fields, types, view, body, meta }) => {
    expect(select(fields, types, view)).toMatchObject({ body, meta });
  });
});

describe("brackets behind cover_image choose what is shown of the image", () => {
  const reference = { body: ["id", "title"], meta: ["type", "detail_url", "download_url"] };
  test.each([
    ["cover_image", reference],
    [
      "cover_image(*)",
      { body: ["id", "title", "width", "height"], meta: ["type", "detail_url", "tags", "download_url"] },
    ],
    ["cover_image(_,width,id)", { body: ["id", "width"], meta: [] }],
    ["cover_image(tags,-title)", { body: ["id"], meta: ["type", "detail_url", "tags", "download_url"] }],
    ["*,cover_image(_)", { body: [], meta: [] }],
  ])("%s", (fields, coverImage) => {
    const selection = select(fields, ["site.Post"], "list");
    expect(selection.body).toContain("cover_image");
    expect(selection.coverImage).toEqual(coverImage);
  });
});

describe("a field that is not there is refused by name", () => {
  test.each<[string, readonly PageType[], FieldsView, string]>([
    ["zebra,title,ape,zebra", [], "list", "unknown fields: ape, zebra"],
    ["-zebra", [], "list", "unknown fields: zebra"],
    ["parent", [], "list", "unknown fields: parent"],
    ["uuid", [], "list", "unknown fields: uuid"],
    ["uuid", ["site.Post", "site.Episode"], "list", "unknown fields: uuid"],
    ["uuid", ["site.Blog"], "detail", "unknown fields: uuid"],
    ["description", ["site.Post"], "list", "unknown fields: description"],
    ["colours", ["site.Post"], "detail", "unknown fields: colours"],
    ["title(a)", [], "list", "'title' does not support nested fields"],
    ["parent(title)", ["site.Post"], "detail", "'parent' does not support nested fields"],
    ["cover_image(alt)", ["site.Post"], "list", "unknown fields: alt"],
    ["cover_image(tags(a))", ["site.Post"], "list", "'tags' does not support nested fields"],
  ])("%s of %s in a %s", (fields, types, view, message) => {
    expect(() => select(fields, types, view)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});
