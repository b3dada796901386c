// Proves contract rules: no-etags-for-editors, strings, numbers-and-booleans, unknown-fields, slug-unique,
// cover-image, post-tags, post-categories, sections, placeholders, publish-field, revision-token, if-match,
// update-needs-change, update-stages, update-saves, clearing, scopes.

import { describe, expect, test } from "vitest";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

type Post = { id: number; latest_revision_id: number };

const update = (post: Post, fields: object, { as = "ada", base = true, headers = {} } = {}) =>
  call(updatePost, {
    as,
    headers,
    params: { id: post.id },
    body: { ...(base ? { base_revision_id: post.latest_revision_id } : {}), ...fields },
  });

const firstCode = (body: { errors: Record<string, { code: string }[]> }) =>
  Object.entries(body.errors).map(([path, [problem]]) => `${path}/${problem?.code}`);

describe("a draft that is saved", () => {
  test("becomes the latest revision, after the one that it is based on", async () => {
    const draft = await createDraft(world.notes);
    const { status, body } = await update(draft, { title: "Second" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: "Second",
      previous_revision_id: draft.latest_revision_id,
      live: false,
      status: "draft",
    });
    expect(body.latest_revision_id).toBeGreaterThan(draft.latest_revision_id);
  });

  test("keeps what is not named, and replaces what is, also with nothing", async () => {
    const fields = {
      seo_title: "S",
      tags: ["a", "b"],
      categories: [world.birds],
      overview: [{ type: "paragraph", value: "over" }],
      detail_markdown: "de",
    };
    const draft = await createDraft(world.notes, fields);
    const { body } = await update(draft, { tags: [], detail: [], search_description: "" });
    expect(body).toMatchObject({
      seo_title: "S",
      tags: [],
      categories: [world.birds],
      overview: [{ type: "paragraph", value: "<p>over</p>" }],
      detail: [],
    });
  });

  test("has the tags and categories that are sent, and no others", async () => {
    const draft = await createDraft(world.notes, { tags: ["a", "b"], categories: [world.birds] });
    const { body } = await update(draft, { tags: ["c"], categories: [world.weather] });
    expect([body.tags, body.categories]).toEqual([["c"], [world.weather]]);
    const { body: bare } = await update(body, { tags: [], categories: [] });
    expect([bare.tags, bare.categories]).toEqual([[], []]);
  });

  test("loses its texts for search to empty strings", async () => {
    const draft = await createDraft(world.notes, { seo_title: "S", search_description: "D" });
    const { body } = await update(draft, { seo_title: "", search_description: "" });
    expect(body).toMatchObject({ seo_title: "", search_description: "", title: draft.title });
  });

  test("is a revision of its own even when no value changes", async () => {
    const draft = await createDraft(world.notes);
    const { body } = await update(draft, { title: draft.title });
    expect(body.latest_revision_id).toBeGreaterThan(draft.latest_revision_id);
  });

  test("has one audit entry that names the user and the new revision", async () => {
    const draft = await createDraft(world.notes);
    const { body } = await update(draft, { title: "Audited" });
    const [, ...entries] = await readAudit(draft.id);
    const userId = (await readUserByName("ada"))!.id;
    expect(entries).toMatchObject([{ kind: "wagtail.edit", userId, revisionId: body.latest_revision_id }]);
  });

  test("leaves the public page as it is while it is live", async () => {
    const live = await createLivePost(world.notes, { title: "Public" });
    const renamed = freshSlug();
    const { body } = await update(live, { title: "Draft", slug: renamed });
    expect(body).toMatchObject({ slug: renamed, page_slug: live.slug, live: true, status: "draft" });
    const page = await call(readLivePage, { params: { id: live.id } });
    expect([page.body.title, page.body.meta.slug]).toEqual(["Public", live.slug]);
  });

  test("of a live page takes the place of the draft before it", async () => {
    const live = await createLivePost(world.notes, { title: "Public" });
    const { body: first } = await update(live, { title: "First" });
    const { body: second } = await update(first, { seo_title: "Second" });
    expect(second).toMatchObject({
      ...{ title: "First", seo_title: "Second", live: true, status: "draft", page_slug: live.slug },
      previous_revision_id: first.latest_revision_id,
    });
    expect((await call(readLivePage, { params: { id: live.id } })).body.title).toBe("Public");
  });

  test("takes the row slug along while it is not", async () => {
    const draft = await createDraft(world.notes);
    const slug = freshSlug();
    const { body } = await update(draft, { slug });
    expect([body.slug, body.page_slug]).toEqual([slug, slug]);
  });

  test("ignores fields that cannot be changed", async () => {
    const draft = await createDraft(world.notes);
    const { body } = await update(draft, {
      title: "T",
      id: 1,
      parent: { id: world.calls },
      live: true,
      status: "live",
    });
    expect(body).toMatchObject({ id: draft.id, parent: { id: world.notes }, live: false });
  });
});

describe("the revision token", () => {
  test("may stand in the body, in If-Match, or the same in both", async () => {
    const draft = await createDraft(world.notes);
    const inHeader = { "if-match": ` "00${draft.latest_revision_id}" ` };
    const first = await update(draft, { title: "one" }, { base: false, headers: inHeader });
    const both = { "if-match": `"${first.body.latest_revision_id}"` };
    const second = await update(first.body, { title: "two" }, { headers: both });
    const third = await update(second.body, {
      title: "three",
      base_revision_id: String(second.body.latest_revision_id),
    });
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
  });

  test.each(["12", 'W/"12"', "*", "", "  ", '"1","2"', '"a"', '"-1"', '"1.0"', '"²"'])(
    "If-Match: %s is refused",
    async (header) => {
      const { status, body } = await update(
        { id: 1, latest_revision_id: 1 },
        { title: "x" },
        { headers: { "if-match": header } },
      );
      expect([status, firstCode(body)]).toEqual([400, ["If-Match/invalid"]]);
    },
  );

  test("is required, must not contradict itself, and must not be null", async () => {
    const draft = await createDraft(world.notes);
    const missing = await update(draft, { title: "x" }, { base: false });
    const contrary = await update(draft, { title: "x" }, { headers: { "if-match": '"1"' } });
    const nothing = await update(draft, { title: "x", base_revision_id: null });
    expect([missing, contrary, nothing].map(({ body }) => firstCode(body))).toEqual([
      ["base_revision_id/required"],
      ["If-Match/mismatch"],
      ["base_revision_id/null"],
    ]);
  });

  test("when stale is refused, and the refusal says which revision is newest", async () => {
    const draft = await createDraft(world.notes);
    const { body: newer } = await update(draft, { title: "newer" });
    const { status, body } = await update(draft, { title: "late" });
    expect(status).toBe(409);
    expect(body).toEqual({
      code: "revision_conflict",
      detail: expect.any(String),
      current_revision_id: newer.latest_revision_id,
      submitted_base_revision_id: draft.latest_revision_id,
      edit_url: `/cms/pages/${draft.id}/edit/`,
    });
    const { body: read } = await call(readPost, { as: "ada", params: { id: draft.id } });
    expect(read).toEqual(newer);
  });

  test("in If-Match is stale with the same answer, and there is no ETag to compare it with", async () => {
    const draft = await createDraft(world.notes);
    const saved = await update(draft, { title: "newer" });
    const headers = { "if-match": `"${draft.latest_revision_id}"` };
    const late = await update(draft, { title: "late" }, { base: false, headers });
    expect([late.status, late.body.code]).toEqual([409, "revision_conflict"]);
    for (const answer of [saved, late]) expect(answer.headers).not.toHaveProperty("etag");
  });

  test.each([0, -5])("%i is merely stale", async (base) => {
    const draft = await createDraft(world.notes);
    const { status, body } = await update(draft, { title: "x", base_revision_id: base });
    expect([status, body.submitted_base_revision_id]).toEqual([409, base]);
  });

  const huge = "9".repeat(4_000);

  test.each([
    ['"9007199254740993"', "9007199254740993"],
    ['"1180591620717411303424"', "1180591620717411303424"],
    ['"00018446744073709551616"', "18446744073709551616"],
    [`"${huge}"`, huge],
  ])("If-Match: %.30s is merely stale, and echoed digit by digit", async (header, digits) => {
    const draft = await createDraft(world.notes);
    const late = await update(draft, { title: "x" }, { base: false, headers: { "if-match": header } });
    expect([late.status, late.body.code]).toEqual([409, "revision_conflict"]);
    expect(late.text).toContain(`"submitted_base_revision_id":${digits},`);
  });

  test.each([
    ["9007199254740993", "9007199254740993"],
    ["1180591620717411303424", "1180591620717411303424"],
    ["-18446744073709551616", "-18446744073709551616"],
    [huge, huge],
    ['"9007199254740993"', "9007199254740993"],
    [`"${huge}"`, huge],
    ["1e21", "1000000000000000000000"],
    ["12.0", "12"],
    ["9007199254740993.0", "9007199254740993"],
    ["1.180591620717411303424E+21", "1180591620717411303424"],
    ["-1e23", `-1${"0".repeat(23)}`],
  ])("base_revision_id: %.30s is merely stale, and echoed digit by digit", async (written, digits) => {
    const draft = await createDraft(world.notes);
    const title = JSON.stringify('{"base_revision_id": 9007199254740995}');
    for (const body of [
      `{"base_revision_id": ${written}, "title": ${title}}`,
      `{"other": {"base_revision_id": 9007199254740995}, "title": ${title}, "base\\u005frevision_id" : ${written}}`,
    ]) {
      const late = await call(updatePost, { as: "ada", params: { id: draft.id }, body });
      expect([late.status, late.body.code]).toEqual([409, "revision_conflict"]);
      expect(late.text).toContain(`"submitted_base_revision_id":${digits},`);
    }
  });

  test("must be the same in both, however large", async () => {
    const draft = await createDraft(world.notes);
    const body = '{"title": "x", "base_revision_id": 9007199254740993}';
    const answers = ['"9007199254740992"', '"9007199254740993"'].map((header) =>
      call(updatePost, { as: "ada", params: { id: draft.id }, body, headers: { "if-match": header } }),
    );
    const [other, same] = await Promise.all(answers);
    expect([other?.status, firstCode(other?.body)]).toEqual([400, ["If-Match/mismatch"]]);
    expect(same?.status).toBe(409);
  });

  test.each(["1.5", "1e400", "1e9999", '"1e21"', "true", "[]"])(
    "base_revision_id: %s is invalid",
    async (written) => {
      const draft = await createDraft(world.notes);
      const body = `{"title": "x", "base_revision_id": ${written}}`;
      const answer = await call(updatePost, { as: "ada", params: { id: draft.id }, body });
      expect([answer.status, firstCode(answer.body)]).toEqual([400, ["base_revision_id/invalid"]]);
    },
  );

  test("accepts one of fifty concurrent writers, which creates one new revision", async () => {
    const draft = await createDraft(world.notes);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => update(draft, { title: `writer ${index}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ body }) => body.code === "revision_conflict");
    expect([won.length, lost.length]).toEqual([1, 49]);
    const { body: read } = await call(readPost, { as: "ada", params: { id: draft.id } });
    expect(read).toEqual(won[0]?.body);
    expect(read.previous_revision_id).toBe(draft.latest_revision_id);
    expect(await readAudit(draft.id)).toHaveLength(2);
  });
});

describe("a change", () => {
  test.each([
    ["nothing", {}],
    ["publish: false", { publish: false }],
    ["require_unpublished", { require_unpublished: true }],
    ["a field that no post has", { colour: "grey" }],
  ])("is not %s alone", async (_, fields) => {
    const draft = await createDraft(world.notes);
    const { status, body } = await update(draft, fields);
    expect([status, firstCode(body)]).toEqual([400, ["non_field_errors/required"]]);
  });

  test("may come with publish: false, but not with true", async () => {
    const draft = await createDraft(world.notes);
    const refused = await update(draft, { title: "New", publish: true });
    expect([refused.status, firstCode(refused.body)]).toEqual([400, ["publish/unsupported"]]);
    const saved = await update(draft, { title: "New", publish: false });
    expect([saved.status, saved.body.title, saved.body.live]).toEqual([200, "New", false]);
  });
});

describe("the order of checks", () => {
  test.each([
    ["fields before the header", { title: "" }, { "if-match": "x" }, ["title/blank"]],
    [
      "the header before the token's presence",
      { title: "x", base_revision_id: undefined },
      { "if-match": "x" },
      ["If-Match/invalid"],
    ],
    [
      "the token before publish",
      { publish: true, base_revision_id: undefined },
      {},
      ["base_revision_id/required"],
    ],
    ["publish before the change", { publish: true }, {}, ["publish/unsupported"]],
    ["the change before the page", { publish: false }, {}, ["non_field_errors/required"]],
  ])("%s", async (_, fields, headers, expected) => {
    const { body } = await update({ id: 999_999, latest_revision_id: 1 }, fields, { headers });
    expect(firstCode(body)).toEqual(expected);
  });

  test("the page before permission, permission before the token, the token before what must be unpublished", async () => {
    const live = await createLivePost(world.notes);
    const stale = { id: live.id, latest_revision_id: 1 };
    const missing = await update({ id: 999_999, latest_revision_id: 1 }, { title: "x" });
    const foreign = await update(stale, { title: "x" }, { as: "bo" });
    const late = await update(stale, { title: "x", require_unpublished: true });
    const published = await update(live, {
      title: "x",
      require_unpublished: true,
      slug: "",
      categories: [1e6],
    });
    expect([missing.body, foreign.body.code, late.body.code, firstCode(published.body)]).toEqual([
      { code: "not_found", detail: "Post not found." },
      "permission_denied",
      "revision_conflict",
      ["slug/blank"],
    ]);
    const refused = await update(live, { title: "x", require_unpublished: true, categories: [1e6] });
    expect([refused.status, refused.body.code]).toEqual([409, "published_post"]);
  });

  test("the slug before categories, categories before the body", async () => {
    const draft = await createDraft(world.notes);
    const other = await createDraft(world.notes);
    const wrong = { slug: other.slug, categories: [1e6], overview: [{}] };
    const first = await update(draft, wrong);
    const second = await update(draft, { ...wrong, slug: freshSlug() });
    const third = await update(draft, { overview: [{}] });
    expect([first, second, third].map(({ body }) => firstCode(body))).toEqual([
      ["slug/duplicate"],
      ["categories/not_found"],
      ["overview.0.type/required"],
    ]);
  });
});

describe("slugs of siblings", () => {
  test("public slugs and latest drafts' slugs are taken alike", async () => {
    const live = await createLivePost(world.notes);
    const renamed = freshSlug();
    await update(live, { slug: renamed });
    const other = await createDraft(world.notes);
    for (const slug of [live.slug, renamed]) {
      expect(firstCode((await update(other, { slug })).body)).toEqual(["slug/duplicate"]);
    }
  });

  test("a page's own slugs are free to it, and a slug that it gave up is free to all", async () => {
    const draft = await createDraft(world.notes);
    const slug = freshSlug();
    const { body: moved } = await update(draft, { slug });
    expect((await update(moved, { slug })).status).toBe(200);
    expect((await createDraft(world.notes, { slug: draft.slug })).slug).toBe(draft.slug);
  });
});

describe("the cover image", () => {
  test.each<[string, unknown, string[]]>([
    ["nothing", {}, ["cover_image.id/required"]],
    ["a string", "x", ["cover_image/invalid", "cover_image.non_field_errors/invalid"]],
    ["a list", [], ["cover_image/invalid", "cover_image.non_field_errors/invalid"]],
    ["a word for an id", { id: "a" }, ["cover_image.id/invalid"]],
    ["null for an id", { id: null }, ["cover_image.id/null"]],
    ["an id that is nobody's", { id: 9 }, ["cover_image.id/not_found"]],
    ["a long text", { id: 9, alt_text: "x".repeat(256) }, ["cover_image.alt_text/max_length"]],
  ])("given as %s is refused by path and code", async (_, cover_image, expected) => {
    const draft = await createDraft(world.notes);
    expect(firstCode((await update(draft, { cover_image })).body)).toEqual(expected);
  });

  test("is cleared by null", async () => {
    const draft = await createDraft(world.notes);
    const { status, body } = await update(draft, { cover_image: null });
    expect([status, body.cover_image]).toEqual([200, null]);
  });
});

describe("placeholders of stored blocks", () => {
  test("are kept nowhere when they name nothing", async () => {
    const draft = await createDraft(world.notes, { detail_markdown: "text" });
    const placeholder = (stored_type: unknown, position: unknown) => ({
      type: "unsupported",
      value: { stored_type, position },
    });
    const { body } = await update(draft, {
      detail: [
        placeholder("embed", "detail.0"),
        placeholder("paragraph", "detail.00"),
        placeholder("paragraph", "overview.0"),
        placeholder("paragraph", 0),
        placeholder("paragraph", "detail.0"),
        placeholder("paragraph", "detail.0"),
      ],
    });
    expect(firstCode(body)).toEqual([
      "detail.0.value.stored_type/invalid",
      "detail.1.value.position/invalid",
      "detail.2.value.position/invalid",
      "detail.3.value/invalid",
      "detail.5.value.position/duplicate",
    ]);
  });

  test("may name an editable block, which moves as it is", async () => {
    const draft = await createDraft(world.notes, { detail_markdown: "one\n\n```\ntwo\n```" });
    const first = { type: "unsupported", value: { stored_type: "paragraph", position: "detail.0" } };
    const { body } = await update(draft, { detail: [draft.detail[1], first] });
    expect(body.detail).toEqual([draft.detail[1], draft.detail[0]]);
  });
});

describe("who may update", () => {
  test.each([
    ["ada", 200],
    ["su", 200],
    ["cy", 200],
    ["bo", 403],
    ["di", 403],
    ["ada-write", 200],
    ["ada-publish", 403],
  ])("%s gets %i on ada's draft", async (as, status) => {
    const draft = await createDraft(world.notes);
    expect((await update(draft, { title: "x" }, { as })).status).toBe(status);
  });
});
