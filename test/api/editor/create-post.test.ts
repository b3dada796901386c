// Proves contract rules: errors-editor, answer-size, instants, no-etags-for-editors, page-permissions,
// strings, numbers-and-booleans, reported-problems, unknown-fields, parent, title, slug, slug-from-title,
// slug-unique, visible-date, post-tags, post-categories, sections, blocks, body-parts, captions, markdown,
// markdown-images, markdown-paths, create-stages, create-draft, publish-field, create-once, post-addresses,
// audit-log, scopes.

import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readAudit } from "#lib/store/audit.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { unsetFields } from "#test/support/unset-fields.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const create = (fields: Record<string, unknown>, as = "ada") =>
  call(createPost, { as, body: { parent: { id: world.notes }, title: "A heron", overview: [], ...fields } });

describe("a created post", () => {
  test("is a draft with everything that was sent, and its first revision", async () => {
    const { status, body } = await create({
      slug: "everything",
      title: "  Everything  ",
      seo_title: "SEO",
      search_description: "Said in search",
      visible_date: "2026-01-02T03:04:05+01:00",
      tags: ["marsh", "Marsh", " marsh "],
      categories: [world.weather, world.birds, world.weather],
      overview: [{ type: "paragraph", value: "It <em>stood</em> still." }],
      detail: [{ type: "code", value: { language: "sh", source: " echo 1\n" } }],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...unsetFields("post"),
      id: expect.any(Number),
      type: "site.Post",
      title: "Everything",
      slug: "everything",
      page_slug: "everything",
      seo_title: "SEO",
      search_description: "Said in search",
      parent: { id: world.notes },
      visible_date: "2026-01-02T02:04:05.000Z",
      tags: ["marsh", "Marsh"],
      categories: [world.birds, world.weather],
      cover_image: null,
      overview: [{ type: "paragraph", value: "<p>It <i>stood</i> still.</p>" }],
      detail: [{ type: "code", value: { language: "sh", source: " echo 1\n" } }],
      latest_revision_id: expect.any(Number),
      previous_revision_id: null,
      live: false,
      status: "draft",
      preview_url: `/cms/pages/${body.id}/view_draft/`,
      edit_url: `/cms/pages/${body.id}/edit/`,
      api_url: `/api/editor/posts/${body.id}/`,
    });
  });

  test("reads back the same", async () => {
    const { body } = await create({
      slug: freshSlug(),
      overview: undefined,
      overview_markdown: "Hi *there*",
    });
    const { body: read } = await call(readPost, { as: "ada", params: { id: body.id } });
    expect(read).toEqual(body);
  });

  test("is absent from the page-content API", async () => {
    const { body } = await create({ slug: freshSlug() });
    const list = await call(listPages, { query: { id: body.id } });
    expect(list.body.count).toBe(0);
  });

  test("belongs to its creator, and its creation is in the audit log without a revision", async () => {
    const { body } = await create({ slug: freshSlug() }, "bo");
    expect(await readAudit(body.id)).toMatchObject([{ kind: "wagtail.create", revisionId: null }]);
    expect((await call(readPost, { as: "bo", params: { id: body.id } })).status).toBe(200);
  });

  test("goes below a podcast as a plain post", async () => {
    const { status, body } = await create({ parent: { id: world.calls }, slug: freshSlug() });
    expect([status, body.type]).toEqual([201, "site.Post"]);
  });

  test("carries no Location header and no ETag", async () => {
    const { headers } = await create({ slug: freshSlug() });
    expect(headers).not.toHaveProperty("location");
    expect(headers).not.toHaveProperty("etag");
  });
});

describe("the slug", () => {
  test.each([
    ["Über Größe", "uber-groe"],
    ["C++ & C#", "c-c"],
    ["It's", "its"],
    ["日本語", "日本語"],
    ["  --Two   words__ ", "two-words"],
  ])("of %j is derived as %j", async (title, slug) => {
    expect((await create({ title })).body.slug).toBe(slug);
  });

  test("is cut to what a key can hold, and refused beyond that when it is given", async () => {
    const letters = "\u{20000}".repeat(255);
    expect([...(await create({ title: letters })).body.slug]).toHaveLength(250);
    expect((await create({ slug: letters })).body.errors.slug[0].code).toBe("invalid");
  });

  test("is required when the title stands for none", async () => {
    const { status, body } = await create({ title: "..." });
    expect([status, Object.keys(body.errors), body.errors.slug[0].code]).toEqual([400, ["slug"], "required"]);
  });

  test("must be free among the siblings, also when it is derived", async () => {
    await create({ title: "Twice said" });
    const { status, body } = await create({ title: "Twice said" });
    expect([status, body.errors.slug[0].code]).toEqual([400, "duplicate"]);
  });

  test("must be free of the slugs of siblings' drafts, too", async () => {
    const live = await createLivePost(world.notes);
    const slug = freshSlug();
    const change = { base_revision_id: live.latest_revision_id, slug };
    await call(updatePost, { as: "ada", params: { id: live.id }, body: change });
    for (const taken of [slug, live.slug]) {
      const { status, body } = await create({ slug: taken });
      expect([status, body.errors.slug[0].code]).toEqual([400, "duplicate"]);
    }
  });

  test("keeps its case, and case counts", async () => {
    expect((await create({ slug: "Heron" })).status).toBe(201);
    expect((await create({ slug: "heron" })).status).toBe(201);
  });

  test("is free below another parent", async () => {
    await create({ slug: "shared" });
    expect((await create({ slug: "shared", parent: { id: world.calls } })).status).toBe(201);
  });

  test("goes to one of fifty concurrent creators, the others hear duplicate", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ slug: "contested" })));
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(({ body }) => body.errors?.slug?.[0].code === "duplicate");
    expect([won.length, lost.length]).toEqual([1, 49]);
  });
});

describe("fields with wrong values are refused by path and code", () => {
  const rows: [string, Record<string, unknown>, Record<string, string[]>][] = [
    ["no title", { title: undefined }, { title: ["required"] }],
    ["a blank title", { title: "  " }, { title: ["blank"] }],
    ["a null title", { title: null }, { title: ["null"] }],
    ["a title that is an object", { title: {} }, { title: ["invalid"] }],
    ["a boolean title", { title: true }, { title: ["invalid"] }],
    ["a title of 256 characters", { title: "x".repeat(256) }, { title: ["max_length"] }],
    ["a title with U+0000", { title: "a\0b" }, { title: ["null_characters_not_allowed"] }],
    ["half a surrogate pair", { title: "\ud800" }, { title: ["invalid"] }],
    ["a slug with a space", { slug: "a b" }, { slug: ["invalid"] }],
    ["a blank slug", { slug: "" }, { slug: ["blank"] }],
    ["a null slug", { slug: null }, { slug: ["null"] }],
    ["a long SEO title", { seo_title: "x".repeat(256) }, { seo_title: ["max_length"] }],
    ["a date that is none", { visible_date: "2026-02-30" }, { visible_date: ["invalid"] }],
    ["an empty date", { visible_date: "" }, { visible_date: ["invalid"] }],
    ["a numeric date", { visible_date: 5 }, { visible_date: ["invalid"] }],
    [
      "a date beyond the year 9999",
      { visible_date: "9999-12-31T23:59:59-01:00" },
      { visible_date: ["invalid"] },
    ],
    ["a null date", { visible_date: null }, { visible_date: ["null"] }],
    ["a null cover", { cover_image: null }, { cover_image: ["null"] }],
    ["a cover without an id", { cover_image: {} }, { "cover_image.id": ["required"] }],
    ["an unknown cover", { cover_image: { id: 7 } }, { "cover_image.id": ["not_found"] }],
    ["tags that are no list", { tags: "a" }, { tags: ["not_a_list"] }],
    ["null tags", { tags: null }, { tags: ["null"] }],
    [
      "bad tags",
      { tags: ["", null, {}, "x".repeat(101)] },
      { "tags.0": ["blank"], "tags.1": ["null"], "tags.2": ["invalid"], "tags.3": ["max_length"] },
    ],
    [
      "bad categories",
      { categories: ["a", true] },
      { "categories.0": ["invalid"], "categories.1": ["invalid"] },
    ],
    ["unknown categories", { categories: [998, 999] }, { categories: ["not_found"] }],
    ["no parent", { parent: undefined }, { parent: ["required"] }],
    [
      "a parent that is a number",
      { parent: 3 },
      { parent: ["invalid"], "parent.non_field_errors": ["invalid"] },
    ],
    ["a parent without an id", { parent: {} }, { "parent.id": ["required"] }],
    ["an unknown parent", { parent: { id: 999_999 } }, { parent: ["not_found"] }],
    ["neither form of overview", { overview: undefined }, { overview: ["required"] }],
    ["both forms of overview", { overview_markdown: "" }, { overview_markdown: ["conflict"] }],
    ["both forms of detail", { detail: [], detail_markdown: "" }, { detail_markdown: ["conflict"] }],
    ["an overview that is no list", { overview: {} }, { overview: ["not_a_list"] }],
    ["null Markdown", { detail_markdown: null }, { detail_markdown: ["null"] }],
    ["publish: true", { publish: true }, { publish: ["unsupported"] }],
    ["publish: null", { publish: null }, { publish: ["null"] }],
    ["publish: maybe", { publish: "maybe" }, { publish: ["invalid"] }],
    [
      "several at once",
      { title: "", seo_title: null, tags: 1 },
      { title: ["blank"], seo_title: ["null"], tags: ["not_a_list"] },
    ],
  ];
  test.each(rows)("%s", async (_, fields, expected) => {
    const { status, body } = await create(fields);
    const codes = Object.entries(body.errors as Record<string, { code: string }[]>).map(([path, errors]) => [
      path,
      errors.map(({ code }) => code),
    ]);
    expect([status, body.code]).toEqual([400, "validation_error"]);
    expect(Object.fromEntries(codes)).toEqual(expected);
  });

  test("publish may be false, and is refused when it is true", async () => {
    const { status, body } = await create({ slug: freshSlug(), publish: false });
    expect([status, body.live]).toEqual([201, false]);
    const refused = await create({ slug: freshSlug(), publish: true });
    expect([refused.status, refused.body.errors.publish[0].code]).toEqual([400, "unsupported"]);
  });

  test("an overview is needed, be it empty or Markdown; a detail is not", async () => {
    const missing = await create({ slug: freshSlug(), overview: undefined, detail: [] });
    expect([missing.status, missing.body.errors.overview[0].code]).toEqual([400, "required"]);
    const empty = await create({ slug: freshSlug(), overview: [] });
    const markdown = await create({ slug: freshSlug(), overview: undefined, overview_markdown: "" });
    expect([empty, markdown].map(({ status, body }) => [status, body.overview, body.detail])).toEqual(
      Array(2).fill([201, [], []]),
    );
  });

  test("a home page is no parent", async () => {
    const { body } = await create({ parent: { id: world.home } });
    expect(body.errors.parent[0].code).toBe("not_found");
  });
});

describe("blocks with wrong values are refused by path and code, all of both sections together", () => {
  test.each([
    ["no object", [5], "overview.0.type", "required"],
    ["no type", [{ value: "x" }], "overview.0.type", "required"],
    ["null type", [{ type: null, value: "x" }], "overview.0.type", "unsupported_block_type"],
    ["embed", [{ type: "embed", value: "x" }], "overview.0.type", "unsupported_block_type"],
    [
      "a name of Object.prototype",
      [{ type: "constructor", value: "x" }],
      "overview.0.type",
      "unsupported_block_type",
    ],
    [
      "placeholder on create",
      [{ type: "unsupported", value: {} }],
      "overview.0.type",
      "unsupported_block_type",
    ],
    ["paragraph of a number", [{ type: "paragraph", value: 5 }], "overview.0.value", "invalid"],
    ["blank paragraph", [{ type: "paragraph", value: "  " }], "overview.0.value", "invalid"],
    [
      "paragraph with an embed",
      [{ type: "paragraph", value: '<embed url="x"/>' }],
      "overview.0.value",
      "inline_embed",
    ],
    ["code without members", [{ type: "code", value: {} }], "overview.0.value.language", "required"],
    ["code of a string", [{ type: "code", value: "x" }], "overview.0.value", "invalid"],
  ])("%s", async (_, overview, path, code) => {
    const { status, body } = await create({ overview });
    expect([status, body.errors[path]?.[0].code]).toEqual([400, code]);
  });

  test("every block of both sections is looked at", async () => {
    const { body } = await create({ overview: [{}, { type: "x" }], detail: [{ type: "code", value: {} }] });
    expect(Object.keys(body.errors)).toEqual([
      "overview.0.type",
      "overview.1.type",
      "detail.0.value.language",
      "detail.0.value.source",
    ]);
  });

  test("errors in generated blocks are reported below the Markdown field", async () => {
    const { body } = await create({ detail_markdown: "text\n\n```\n```\n" });
    expect(body.errors).toMatchObject({ "detail_markdown.1.value.source": [{ code: "required" }] });
  });

  test("Markdown images are refused and say their lines", async () => {
    const { body } = await create({ detail_markdown: "a ![x](y)\nb\n\nc ![z](w) d" });
    expect(body.errors.detail_markdown).toMatchObject([
      { code: "inline_image", message: expect.stringContaining("lines 1-2") },
      { code: "inline_image", message: expect.stringContaining("line 4") },
    ]);
  });

  test.each([
    ["overview", Array(400_000).fill(0), ".type"],
    ["tags", Array(150_000).fill(null), ""],
    ["categories", Array(200_000).fill("x"), ""],
    ["overview", [{ type: "gallery", value: Array(40_000).fill(null) }], ".value"],
  ])(
    "of hundreds of thousands of problems of %s, the first 500 are reported, in order",
    async (field, list, below) => {
      const { status, body } = await create({ [field]: list });
      const paths = Object.keys(body.errors);
      const path = (number: number) =>
        list.length === 1 ? `${field}.0${below}.${number}.id` : `${field}.${number}${below}`;
      expect([status, paths.length, paths[0], paths[499]]).toEqual([400, 501, path(0), path(499)]);
      expect(body.errors.non_field_errors[0].message).toBe(
        "Only the first 500 problems are reported; there are more.",
      );
    },
  );

  test("a message repeats no more than 500 characters of what was sent", async () => {
    const { status, body } = await create({
      categories: Array.from({ length: 100_000 }, (_, n) => 5000 + n),
    });
    expect([status, body.errors.categories[0].code]).toEqual([400, "not_found"]);
    expect(body.errors.categories[0].message).toMatch(
      /^Categories that were not found: 5000, 5001.{450,480}…$/,
    );
  });

  test("a type of any shape and depth is refused", async () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const body = `{"parent":{"id":${world.notes}},"title":"x","overview":[{"type":${deep}}]}`;
    const answer = await call(createPost, { as: "ada", body });
    expect([answer.status, answer.body.errors["overview.0.type"][0].code]).toEqual([
      400,
      "unsupported_block_type",
    ]);
  });
});

describe("a post that is too large to be answered", () => {
  const code = (source: string) => [{ type: "code", value: { language: "x", source } }];

  test.each<[string, Record<string, unknown>, string]>([
    ["Markdown of ampersands only", { detail_markdown: "&".repeat(600_000) }, "detail_markdown"],
    [
      "quotes in both sections",
      { overview: code('"'.repeat(240_000)), detail: code('"'.repeat(240_000)) },
      "non_field_errors",
    ],
    ["a long description", { search_description: "x".repeat(600_000) }, "search_description"],
    [
      "many tags",
      { tags: Array.from({ length: 9_000 }, (_, index) => `${index}-${"x".repeat(80)}`) },
      "tags",
    ],
    [
      "more tags than media may have",
      { tags: Array.from({ length: 201 }, (_, index) => `${index}`) },
      "tags",
    ],
  ])("is refused before it is written: %s", async (_, fields, path) => {
    const { status, body } = await create({ slug: freshSlug(), ...fields });
    expect([status, body.errors?.[path]?.[0].code]).toEqual([400, "max_length"]);
  });

  test("is one of more than 200 tags: one of as many is kept and published", async () => {
    const tags = Array.from({ length: 200 }, (_, index) => `${index}-${"!".repeat(97)}`.slice(0, 100));
    const { status, body } = await create({ slug: freshSlug(), tags });
    expect([status, body.tags.length]).toEqual([201, 200]);
    expect((await call(publishPost, { as: "ada", params: { id: body.id } })).status).toBe(200);
  });

  test("is one beyond a megabyte only: one below that does not compress is kept, published and read", async () => {
    const source = randomBytes(700_000).toString("base64");
    const { status, body } = await create({ slug: freshSlug(), detail: code(source) });
    expect(status).toBe(201);
    const { body: read } = await call(readPost, { as: "ada", params: { id: body.id } });
    expect(read.detail[0].value.source === source).toBe(true);
    await call(publishPost, { as: "ada", params: { id: body.id } });
    const page = await call(readLivePage, { params: { id: body.id } });
    expect(page.body.body[1].value[0].value.source === source).toBe(true);
  });
});

describe("who may create", () => {
  test.each([
    ["ada", 201],
    ["su", 201],
    ["bo", 201],
    ["cy", 403],
    ["di", 403],
    ["ada-write", 201],
  ])("%s gets %i", async (as, status) => {
    const answer = await create({ slug: freshSlug() }, as);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.body).toMatchObject({ code: "permission_denied", parent_id: world.notes });
  });

  test.each([["ada-publish"], ["ada-none"]])("%s lacks the scope", async (as) => {
    const { status, body } = await create({}, as);
    expect([status, body.code]).toEqual([403, "insufficient_scope"]);
  });
});
