// Proves contract rules: editors-pages, draft-page, edit-page, post-addresses.

import { describe, expect, test } from "vitest";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { showDraft, showEditPage } from "#lib/routes/cms.ts";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import type { Route } from "#lib/routes/route.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { cookiesOf } from "#test/support/session.ts";
import { linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const routes: readonly Route<"id">[] = [showDraft, showEditPage];

/** Opens a page in a browser in which the user is signed in. */
const open = async (route: Route<"id">, id: number, user = "ada") =>
  call(route, { params: { id }, headers: { cookie: await cookiesOf(user) } });

const paragraph = (value: string) => ({ type: "paragraph", value });

const permit = () => {};

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

describe("the address of editing", () => {
  test("says what a draft is, and gives the requests and commands that edit it", async () => {
    const draft = await createDraft(world.notes, { title: "Reed bed" });
    const { status, body } = await open(showEditPage, draft.id);
    expect(status).toBe(200);
    const text = textIn(body).replaceAll("&quot;", '"').replaceAll("&#39;", "'");
    for (const fact of [
      "Type Post",
      `Id ${draft.id}`,
      "State Draft, not published.",
      "Lock Not locked.",
      "Schedule Not scheduled.",
      `Latest revision ${draft.latest_revision_id}, saved 20`,
      "Public revision None.",
      `Path /home/notes/${draft.slug}`,
      `'https://notes.example/api/editor/posts/${draft.id}/'`,
      `{"base_revision_id":${draft.latest_revision_id},"title":"New title"}`,
      `-H 'If-Match: "${draft.latest_revision_id}"'`,
      `'https://notes.example/api/editor/posts/${draft.id}/publish/'`,
      `lectern publish ${draft.slug}.md --parent /home/notes --url https://notes.example`,
      `curl -X PUT -H 'Authorization: Bearer TOKEN' 'https://notes.example/api/editor/posts/${draft.id}/lock/'`,
      `-d '{"publish_at":"2030-01-01T08:00:00Z"}' 'https://notes.example/api/editor/posts/${draft.id}/schedule/'`,
    ])
      expect(text).toContain(fact);
    expect(linksIn(body)).toEqual(["/", "/accounts/password-change/", draft.preview_url]);
  });

  test("says which revision of a published post is public, and links to it", async () => {
    const post = await createLivePost(world.notes);
    const { body } = await open(showEditPage, post.id);
    expect(textIn(body)).toContain(`Public revision ${post.published_revision_id}, published 20`);
    expect(linksIn(body)).toEqual(["/", "/accounts/password-change/", post.preview_url, post.public_url]);
  });

  test("has no link to a published page below a blog that is not public", async () => {
    const post = await createLivePost(world.notes);
    expect(linksIn((await open(showEditPage, post.id)).body)).toContain(post.public_url);
    await unpublishPage(world.notes, { permit });
    expect(linksIn((await open(showEditPage, post.id)).body)).not.toContain(post.public_url);
    await publishPage(world.notes, { publisherId: null, permit });
  });

  test("says who has locked a page, and for whom", async () => {
    const { id } = await createDraft(world.notes);
    const ownerId = (await readUserByName("ada"))!.id;
    await lockPage(id, { permit, ownerId });
    expect(textIn((await open(showEditPage, id)).body)).toMatch(
      /Locked by ada since 20.* UTC\. You may still edit it\./,
    );
    expect(textIn((await open(showEditPage, id, "cy")).body)).toMatch(
      /Locked by ada since 20.* UTC\. You cannot edit it\./,
    );
  });

  test("says when a revision will be published", async () => {
    const { id, latest_revision_id } = await createDraft(world.notes);
    await schedulePage(id, { permit, publishAt: "2099-01-02T03:04:05.000Z" });
    const text = textIn((await open(showEditPage, id)).body);
    expect(text).toContain(`Revision ${latest_revision_id} will be published at 2099-01-02 03:04 UTC.`);
    expect(text).toContain("Draft, not published. Scheduled for 2099-01-02 03:04 UTC.");
  });

  test("leaves out what the user may not do", async () => {
    const { id } = await createDraft(world.notes);
    expect((await open(showEditPage, id, "cy")).body).not.toMatch(/\/(publish|schedule|lock)\//);
  });

  test("names the API and the podcast of an episode", async () => {
    const { id, slug } = await createEpisodeDraft(world.calls);
    const { body } = await open(showEditPage, id);
    expect(body).toContain(`/api/editor/episodes/${id}/`);
    expect(body).toContain(`lectern publish ${slug}.md --parent /home/calls`);
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

test.each<[string, () => number, string, string]>([
  ["a blog", () => world.notes, "Type Blog", "lectern publish *.md --parent /home/notes"],
  ["a podcast", () => world.calls, "Type Podcast", "lectern publish *.md --parent /home/calls"],
  ["the home page", () => world.home, "Type Home page", "lectern apply site.yaml"],
])("the address of editing %s says what it is, and what changes it", async (_, id, type, command) => {
  const { status, body } = await open(showEditPage, id());
  expect(status).toBe(200);
  for (const text of [type, "Published.", command]) expect(textIn(body)).toContain(text);
  expect((await open(showEditPage, id(), "bo")).status).toBe(403);
});

test("a restricted page is shown to its editors", async () => {
  const { id } = await createDraft(world.notes, { title: "Closed" });
  await setPageProperties(id, { restriction: { type: "login" } });
  expect((await open(showDraft, id, "bo")).status).toBe(403);
  expect((await open(showDraft, id)).status).toBe(200);
  expect((await call(readPost, { as: "ada", params: { id } })).status).toBe(200);
});
