// Proves contract rules: lookup, lookup-parameters, read-latest, status, previous-revision.

import { describe, expect, test } from "vitest";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { lookUpPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

const permit = () => {};

const lookUp = (query: string | Record<string, string | number>, as = "ada") =>
  call(lookUpPost, { as, query });

describe("a lookup", () => {
  test("finds the post by the slug of its latest revision", async () => {
    const live = await createLivePost(world.notes);
    const slug = freshSlug();
    const body = { base_revision_id: live.latest_revision_id, slug };
    await call(updatePost, { as: "ada", params: { id: live.id }, body });
    const found = await lookUp({ parent: world.notes, slug });
    expect(found.body).toMatchObject({ id: live.id, slug, live: true, status: "draft" });
    const missed = await lookUp({ parent: world.notes, slug: live.slug });
    expect([missed.status, missed.body]).toEqual([404, { code: "not_found", detail: "Post not found." }]);
  });

  test.each([
    ["an unknown parent", { parent: 999_999, slug: "a" }],
    ["a parent beyond 64 bits", { parent: "99999999999999999999999", slug: "a" }],
    ["a slug in other case", { parent: 0, slug: "POST" }],
  ])("with %s finds nothing", async (_, query) => {
    const { slug } = await createDraft(world.notes);
    const asked = query.parent === 0 ? { parent: world.notes, slug: slug.toUpperCase() } : query;
    expect((await lookUp(asked as Record<string, string | number>)).status).toBe(404);
  });

  test("below a page that is no blog finds nothing", async () => {
    expect((await lookUp({ parent: world.home, slug: "notes" })).status).toBe(404);
  });

  test("is refused where the caller may not edit, and needs no scope", async () => {
    const { slug } = await createDraft(world.notes);
    const refused = await lookUp({ parent: world.notes, slug }, "bo");
    const unscoped = await lookUp({ parent: world.notes, slug }, "ada-none");
    expect([refused.status, refused.body.code, unscoped.status]).toEqual([403, "permission_denied", 200]);
    expect(refused.body).not.toHaveProperty("parent_id");
  });

  test("of a slug that several drafts have is ambiguous, and shows none of them", async () => {
    const slug = freshSlug();
    for (const { id } of [await createLivePost(world.notes), await createLivePost(world.notes)]) {
      const change = (latest: AnyContent) => latest;
      await saveDraft(id, { authorId: null, permit, slug, change, slugRules: { draftsMayShare: true } });
    }
    const { status, body } = await lookUp({ parent: world.notes, slug });
    expect([status, body]).toEqual([409, { code: "ambiguous_lookup", detail: expect.any(String) }]);
    const foreign = await lookUp({ parent: world.notes, slug }, "bo");
    expect([foreign.status, foreign.body.code]).toEqual([403, "permission_denied"]);
  });

  test("says of a page with an approved schedule that it is scheduled, live or not", async () => {
    for (const post of [await createDraft(world.notes), await createLivePost(world.notes)]) {
      await schedulePage(post.id, { permit, publishAt: "2090-01-01T00:00:00.000Z" });
      const { body } = await lookUp({ parent: world.notes, slug: post.slug });
      expect(body).toMatchObject({ id: post.id, live: post.live, status: "scheduled" });
    }
  });

  const rows: [string, string, string[]][] = [
    ["nothing", "", ["parent/cardinality", "slug/cardinality"]],
    ["two slugs", "parent=1&slug=a&slug=b", ["slug/cardinality"]],
    ["unknown filters", "parent=1&slug=a&page=2&b=1", ["non_field_errors/unknown"]],
    ["counts first", "parent=x&slug=&slug=", ["slug/cardinality"]],
    ["values", "parent=x&slug=", ["parent/invalid", "slug/blank"]],
    ["too long a slug", `parent=1&slug=${"a".repeat(2_000)}`, ["slug/invalid"]],
    ["too small a parent", "parent=0&slug=a%20b", ["parent/min_value", "slug/invalid"]],
  ];
  test.each(rows)("with bad filters is refused: %s", async (_, query, expected) => {
    const { status, body } = await lookUp(query);
    const codes = Object.entries(body.errors as Record<string, { code: string }[]>).map(
      ([path, [problem]]) => `${path}/${problem?.code}`,
    );
    expect([status, codes]).toEqual([400, expected]);
  });
});

describe("a read", () => {
  test("shows the latest revision, where the public still sees the one before", async () => {
    const live = await createLivePost(world.notes, { title: "Public", detail_markdown: "*old*" });
    const fields = { title: "Draft", slug: freshSlug(), seo_title: "S", detail_markdown: "**new**" };
    const body = { base_revision_id: live.latest_revision_id, ...fields };
    const saved = await call(updatePost, { as: "ada", params: { id: live.id }, body });
    const read = await call(readPost, { as: "ada", params: { id: live.id } });
    expect(read.body).toEqual(saved.body);
    expect(read.body).toMatchObject({
      ...{ title: "Draft", slug: fields.slug, page_slug: live.slug, seo_title: "S", status: "draft" },
      detail: [{ type: "paragraph", value: "<p><b>new</b></p>" }],
      previous_revision_id: live.latest_revision_id,
    });
    expect((await call(readLivePage, { params: { id: live.id } })).body.title).toBe("Public");
  });

  test.each([
    ["ada", 200],
    ["cy", 200],
    ["bo", 403],
    ["di", 403],
    ["ed", 403],
    ["ex", 401],
    ["nobody", 401],
  ])("by %s gets %i", async (as, status) => {
    const draft = await createDraft(world.notes);
    expect((await call(readPost, { as, params: { id: draft.id } })).status).toBe(status);
  });

  test.each(["0", "999999", "99999999999999999999"])("of %s is not_found", async (id) => {
    const { status, body } = await call(readPost, { as: "ada", params: { id } });
    expect([status, body]).toEqual([404, { code: "not_found", detail: "Post not found." }]);
  });

  test.each(["abc", "-1", "1.5", "%00"])("of %s is no path at all", async (id) => {
    const { status, body } = await call(readPost, { params: { id } });
    expect([status, body.detail]).toEqual([404, "Not found."]);
  });
});
