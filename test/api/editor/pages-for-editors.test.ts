// Proves contract rules: editors-pages, draft-page, post-addresses.

import { describe, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { showDraft } from "#lib/routes/cms.ts";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import type { Route } from "#lib/routes/route.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { cookiesOf } from "#test/support/session.ts";
import { linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const routes: readonly Route<"id">[] = [showDraft];

/** Opens a page in a browser in which the user is signed in. */
const open = async (route: Route<"id">, id: number, user = "ada") =>
  call(route, { params: { id }, headers: { cookie: await cookiesOf(user) } });

const paragraph = (value: string) => ({ type: "paragraph", value });

const _permit = () => {};

describe("the address of a preview", () => {
  test("shows the draft in the theme, below a bar with its state and where to go on", async () => {
    const draft = await createDraft(world.notes, {
      title: "Reed bed",
      overview: [paragraph("Half written.")],
    });
    expect(draft.preview_url).toBe(`/cms/pages/${draft.id}/view_draft/`);
    const { status, headers, body } = await open(showDraft, draft.id);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(textIn(body)).toContain("Half written.");
    expect(textIn(body)).toContain(`Preview of revision ${draft.latest_revision_id}. Draft, not published.`);
    expect(linksIn(body)).toContain(draft.edit_url);
    expect(body).not.toContain("Public page");
  });

  test("shows the newest revision of a published post, and links to the public page", async () => {
    const post = await createLivePost(world.notes, { overview: [paragraph("As it was.")] });
    const change = { base_revision_id: post.latest_revision_id, overview: [paragraph("As it will be.")] };
    await call(updatePost, { as: "ada", params: { id: post.id }, body: change });
    const { body } = await open(showDraft, post.id);
    expect(textIn(body)).toContain("As it will be.");
    expect(textIn(body)).toContain("Published, with a newer draft.");
    expect(linksIn(body)).toContain(post.public_url);
    expect((await visit(post.public_url)).body).toContain("As it was.");
  });

  test("shows episodes", async () => {
    const { id } = await createEpisodeDraft(world.calls, { title: "Bitterns" });
    expect(textIn((await open(showDraft, id)).body)).toContain("Bitterns");
  });
});

describe.each(routes.map((route) => [route.path, route] as const))("%s", (_, route) => {
  test("sends strangers to sign in and back, whether the object exists or not", async () => {
    for (const id of [(await createDraft(world.notes)).id, 999_999]) {
      const { status, headers, body } = await call(route, { params: { id } });
      const next = encodeURIComponent(route.path.replace("{id}", String(id)));
      expect([status, headers.location, body]).toEqual([302, `/accounts/login/?next=${next}`, ""]);
      expect(headers["cache-control"]).toBe("private, no-store");
    }
  });

  test.each(["di", "ed", "va"])("tells %s, who lacks the right, in the theme", async (user) => {
    const { status, headers, body } = await open(route, (await createDraft(world.notes)).id, user);
    expect([status, textIn(body)]).toEqual([
      403,
      expect.stringContaining("Your account may not see this page."),
    ]);
    expect([headers["content-type"], headers["cache-control"]]).toEqual([
      "text/html; charset=utf-8",
      "private, no-store",
    ]);
  });

  test("tells people without admin access nothing about what exists", async () => {
    expect((await open(route, 999_999, "ed")).status).toBe(403);
  });

  test("is not found for an object that does not exist", async () => {
    const { status, body } = await open(route, 999_999);
    expect([status, textIn(body)]).toEqual([404, expect.stringContaining("Page not found")]);
  });

  test("is kept by no cache and no search engine, runs no script, and changes nothing", async () => {
    const { id } = await createDraft(world.notes);
    const cookie = await cookiesOf("ada");
    const before = await wholeTable();
    const { status, headers, body } = await call(route, { params: { id }, headers: { cookie } });
    expect([status, headers["cache-control"], headers.vary]).toEqual([
      200,
      "private, no-store",
      "Accept, Cookie, Authorization",
    ]);
    expect(body).toContain('<meta name="robots" content="noindex"');
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(await wholeTable()).toEqual(before);
  });

  test("escapes titles", async () => {
    const title = '</title><script>alert("x")</script>';
    const { id } = await createDraft(world.notes, { title });
    const { status, body } = await open(route, id);
    expect([status, body.includes("<script")]).toEqual([200, false]);
  });
});

test("blogs are no posts: they have no preview", async () => {
  expect((await open(showDraft, world.notes)).status).toBe(404);
});

test("a restricted page is shown to its editors", async () => {
  const { id } = await createDraft(world.notes, { title: "Closed" });
  await setPageProperties(id, { restriction: { type: "login" } });
  expect((await open(showDraft, id, "bo")).status).toBe(403);
  expect((await open(showDraft, id)).status).toBe(200);
  expect((await call(readPost, { as: "ada", params: { id } })).status).toBe(200);
});
