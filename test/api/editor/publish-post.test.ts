// Proves contract rules: edit-locks, slug-unique, publish-latest, publish-answer, publish-atomic,
// publish-locks, audit-log, scopes.

import { describe, expect, test } from "vitest";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readPage } from "#lib/store/pages.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const publish = (
  id: number,
  { as = "ada", headers = {}, body }: { as?: string; headers?: object; body?: unknown } = {},
) => call(publishPost, { as, params: { id }, headers: { ...headers }, body });

const update = async (post: { id: number; latest_revision_id: number }, fields: object) => {
  const body = { base_revision_id: post.latest_revision_id, ...fields };
  return (await call(updatePost, { as: "ada", params: { id: post.id }, body })).body;
};

describe("a publication", () => {
  test("makes the latest draft public, and the answer says where", async () => {
    const draft = await createDraft(world.notes);
    const { status, body } = await publish(draft.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...draft,
      live: true,
      status: "live",
      published_revision_id: draft.latest_revision_id,
      public_url: `/notes/${draft.slug}/`,
    });
  });

  test("is in the list that is requested after it answered", async () => {
    for (let round = 0; round < 10; round++) {
      const draft = await createDraft(world.notes);
      await publish(draft.id);
      const { body } = await call(listPages, { query: { type: "site.Post", order: "-id", limit: 1 } });
      expect(body.results[0].id).toBe(draft.id);
    }
  });

  test("puts the renamed draft in the place of the public page", async () => {
    const live = await createLivePost(world.notes);
    const slug = freshSlug();
    await update(live, { slug, title: "Renamed" });
    const { body } = await publish(live.id);
    expect(body).toMatchObject({ slug, page_slug: slug, title: "Renamed", public_url: `/notes/${slug}/` });
    const page = await call(readLivePage, { params: { id: live.id } });
    expect([page.body.title, page.body.meta.slug]).toEqual(["Renamed", slug]);
    expect((await createDraft(world.notes, { slug: live.slug })).slug).toBe(live.slug);
  });

  test("is in the audit log, after the rename that it brings", async () => {
    const live = await createLivePost(world.notes);
    await update(live, { title: "Renamed" });
    await publish(live.id);
    const kinds = (await readAudit(live.id)).map(({ kind }) => kind);
    expect(kinds).toEqual([
      "wagtail.create",
      "wagtail.publish",
      "wagtail.edit",
      "wagtail.rename",
      "wagtail.publish",
    ]);
  });

  test("of a draft that was retitled before its first time brings a rename, too", async () => {
    const draft = await createDraft(world.notes);
    await update(draft, { title: "Retitled" });
    await publish(draft.id);
    const kinds = (await readAudit(draft.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(["wagtail.create", "wagtail.edit", "wagtail.rename", "wagtail.publish"]);
  });

  test("ignores whatever body is sent, of any type", async () => {
    const draft = await createDraft(world.notes);
    const { status } = await publish(draft.id, {
      body: "{not json",
      headers: { "content-type": "text/weird" },
    });
    expect(status).toBe(200);
  });

  test("keeps the day of its first time", async () => {
    const live = await createLivePost(world.notes);
    const first = (await call(readLivePage, { params: { id: live.id } })).body.meta.first_published_at;
    await update(live, { title: "Again" });
    await publish(live.id);
    expect((await call(readLivePage, { params: { id: live.id } })).body.meta.first_published_at).toBe(first);
  });

  test("without If-Match is of the latest revision, whoever saved it", async () => {
    const draft = await createDraft(world.notes);
    const saved = await call(updatePost, {
      as: "su",
      params: { id: draft.id },
      body: { base_revision_id: draft.latest_revision_id, title: "Newest" },
    });
    const { body } = await publish(draft.id);
    expect([body.published_revision_id, body.title]).toEqual([saved.body.latest_revision_id, "Newest"]);
  });

  test("by the owner of an edit lock leaves the lock where it is", async () => {
    const draft = await createDraft(world.notes);
    const ownerId = (await readUserByName("ada"))!.id;
    const { lock } = (await lockPage(draft.id, { permit: () => {}, ownerId })).page;
    expect((await publish(draft.id)).status).toBe(200);
    expect(await readPage(draft.id)).toMatchObject({ live: true, lock });
  });

  test("of a hundred different posts at once succeeds for all of them", async () => {
    const drafts = await Promise.all(Array.from({ length: 100 }, () => createDraft(world.calls)));
    const answers = await Promise.all(drafts.map(({ id }) => publish(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    const { body } = await call(listPages, { query: { child_of: world.calls, fields: "_,id", limit: 200 } });
    const listed = new Set(body.results.map(({ id }: { id: number }) => id));
    expect(drafts.every(({ id }) => listed.has(id))).toBe(true);
  });

  test("of one post, asked for fifty times at once, happens once", async () => {
    const draft = await createDraft(world.notes);
    const answers = await Promise.all(Array.from({ length: 50 }, () => publish(draft.id)));
    const codes = answers.map(({ status, body }) => body.code ?? status).sort();
    expect(codes).toEqual([200, ...Array(49).fill("no_unpublished_draft")]);
  });
});

describe("a publication is refused", () => {
  test("when there is no such post", async () => {
    expect((await publish(999_999)).body).toEqual({ code: "not_found", detail: "Post not found." });
    expect((await publish(world.notes)).body).toEqual({ code: "not_found", detail: "Post not found." });
  });

  test("when the post has no unpublished draft", async () => {
    const live = await createLivePost(world.notes);
    const { status, body } = await publish(live.id);
    expect([status, body.code]).toEqual([409, "no_unpublished_draft"]);
  });

  test("when If-Match names an older revision; the newer one stays unpublished", async () => {
    const draft = await createDraft(world.notes);
    await update(draft, { title: "newer" });
    const { status, body } = await publish(draft.id, {
      headers: { "if-match": `"${draft.latest_revision_id}"` },
    });
    expect([status, body.code]).toEqual([409, "revision_conflict"]);
    expect((await call(readPost, { as: "ada", params: { id: draft.id } })).body.live).toBe(false);
  });

  test("when If-Match names a revision that no number can hold, which is echoed digit by digit", async () => {
    const draft = await createDraft(world.notes);
    const late = await publish(draft.id, { headers: { "if-match": '"1180591620717411303424"' } });
    expect([late.status, late.body.code]).toEqual([409, "revision_conflict"]);
    expect(late.text).toContain('"submitted_base_revision_id":1180591620717411303424,');
  });

  test("when If-Match is malformed, before anything else", async () => {
    const { status, body } = await publish(999_999, { headers: { "if-match": "12" } });
    expect([status, body.errors["If-Match"][0].code]).toEqual([400, "invalid"]);
  });

  test.each([
    ["su", 200],
    ["bo", 403],
    ["cy", 403],
    ["di", 403],
    ["ada-publish", 200],
    ["ada-write", 403],
    ["ada-none", 403],
  ])("or not, by who asks: %s gets %i", async (as, status) => {
    const draft = await createDraft(world.notes);
    expect((await publish(draft.id, { as })).status).toBe(status);
  });

  test("to an author who may only add, on the author's own post", async () => {
    const draft = await createDraft(world.notes);
    const { status, body } = await publish(draft.id, { as: "bo" });
    expect([status, body.code]).toEqual([403, "permission_denied"]);
  });
});
