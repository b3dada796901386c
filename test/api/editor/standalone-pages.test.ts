// Proves contract rules: standalone-pages, menu, create-stages, create-draft, parent.

import { beforeAll, describe, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { listBin, restoreFromBin } from "#lib/routes/editor-bin.ts";
import { diffPostRevision, listPostRevisions, readPostRevision } from "#lib/routes/editor-history.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import {
  createEpisode,
  createPost,
  createStandalonePage,
  lookUpPost,
  publishPost,
  readEpisode,
  readPost,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import {
  deletePost,
  lockPost,
  restorePostRevision,
  schedulePost,
  unlockPost,
  unpublishPost,
  unschedulePost,
} from "#lib/routes/editor-state.ts";
import { putPostWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readSitemap } from "#lib/routes/site-crawling.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { visit } from "#test/support/site-pages.ts";
import { unsetFields } from "#test/support/unset-fields.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const create = (parent: number, fields: Record<string, unknown> = {}, as = "ada") => {
  const slug = freshSlug();
  const body = { parent: { id: parent }, title: slug, slug, overview: [], ...fields };
  return call(createStandalonePage, { as, body });
};

const made = async (parent: number, fields: Record<string, unknown> = {}) => {
  const { status, body } = await create(parent, fields);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
};

const live = async (parent: number, fields: Record<string, unknown> = {}) => {
  const { id } = await made(parent, fields);
  const { status, body } = await call(publishPost, { as: "ada", params: { id } });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};

const paragraph = (value: string) => ({ type: "paragraph", value });

describe("a page that is no post", () => {
  test.each(["home", "notes", "calls"] as const)("is a draft below %s with what was sent", async (parent) => {
    const slug = freshSlug();
    const body = await made(world[parent], {
      ...{
        slug,
        title: "About",
        seo_title: "About us",
        search_description: "Who we are.",
        show_in_menus: true,
      },
      overview: [paragraph("<p>Who we are.</p>")],
      detail_markdown: "And *why*.",
    });
    expect(body).toEqual({
      ...unsetFields("page"),
      ...{ id: expect.any(Number), type: "site.Page", title: "About", slug, page_slug: slug },
      ...{ seo_title: "About us", search_description: "Who we are.", show_in_menus: true },
      parent: { id: world[parent] },
      overview: [paragraph("<p>Who we are.</p>")],
      detail: [paragraph("<p>And <i>why</i>.</p>")],
      ...{ latest_revision_id: expect.any(Number), previous_revision_id: null, live: false, status: "draft" },
      preview_url: `/cms/pages/${body.id}/view_draft/`,
      edit_url: `/cms/pages/${body.id}/edit/`,
      api_url: `/api/editor/posts/${body.id}/`,
    });
    expect((await call(readPost, { as: "ada", params: { id: body.id } })).body).toEqual(body);
    expect((await call(lookUpPost, { as: "ada", query: { parent: world[parent], slug } })).body).toEqual(
      body,
    );
    expect((await call(readEpisode, { as: "ada", params: { id: body.id } })).status).toBe(404);
  });

  test("has no day, tags, categories and authors: such fields mean nothing", async () => {
    const { id, latest_revision_id } = await made(world.home, { tags: ["x"], visible_date: "nonsense" });
    const nothing = await call(updatePost, {
      as: "ada",
      params: { id },
      body: { base_revision_id: latest_revision_id, tags: ["x"], categories: [1] },
    });
    expect([nothing.status, nothing.body.errors]).toEqual([
      400,
      { non_field_errors: [expect.objectContaining({ code: "required" })] },
    ]);
    const { body } = await call(updatePost, {
      as: "ada",
      params: { id },
      body: { base_revision_id: latest_revision_id, tags: ["x"], show_in_menus: "yes", title: "Imprint" },
    });
    expect(body).toMatchObject({ title: "Imprint", show_in_menus: true, type: "site.Page" });
    expect(body).not.toHaveProperty("tags");
  });

  test.each<[string, () => number, string]>([
    ["an unknown page", () => 999_999, "parent/not_found"],
    ["the root", () => 1, "parent/not_found"],
  ])("is not created below %s", async (_name, parent, problem) => {
    const { status, body } = await create(parent());
    expect([status, Object.keys(body.errors)]).toEqual([400, ["parent"]]);
    expect(`parent/${body.errors.parent[0].code}`).toBe(problem);
  });

  test("is not created below a post or another such page", async () => {
    const post = await createLivePost(world.notes);
    const page = await made(world.notes);
    for (const { id } of [post, page])
      expect((await create(id)).body.errors.parent[0].code).toBe("not_found");
    const underPage = { parent: { id: page.id }, title: "x", overview: [] };
    const answers = [
      await call(createPost, { as: "ada", body: underPage }),
      await call(createEpisode, { as: "ada", body: underPage }),
    ];
    for (const { body } of answers) expect(body.errors.parent[0].code).toBe("not_found");
    const below = { parent: { id: world.home }, title: "x", overview: [] };
    expect((await call(createPost, { as: "ada", body: below })).body.errors.parent[0].code).toBe("not_found");
  });

  test("needs add on its parent: to add to a blog is not enough for the home page", async () => {
    expect((await create(world.notes, {}, "bo")).status).toBe(201);
    const { status, body } = await create(world.home, {}, "bo");
    expect([status, body.code, body.parent_id]).toEqual([403, "permission_denied", world.home]);
    expect((await create(world.notes, {}, "cy")).status).toBe(403);
    expect((await create(world.notes, {}, "ada-publish")).body.code).toBe("insufficient_scope");
  });

  test("has a slug that no sibling has, and below home none of the service's own addresses", async () => {
    const slug = freshSlug();
    await made(world.home, { slug });
    expect((await create(world.home, { slug })).body.errors.slug[0].code).toBe("duplicate");
    expect((await create(world.home, { slug: "notes" })).body.errors.slug[0].code).toBe("duplicate");
    expect((await create(world.home, { slug: "api" })).body.errors.slug[0].code).toBe("invalid");
    expect((await create(world.home, { overview: undefined })).body.errors.overview[0].code).toBe("required");
  });

  test("of two with one slug at once, one is made", async () => {
    const slug = freshSlug();
    const answers = await Promise.all([1, 2, 3].map(() => create(world.home, { slug })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  test("does not change what the list of parents says", async () => {
    const { body } = await call(listParents, { as: "ada", query: { may: "true" } });
    expect(body).toEqual([
      expect.objectContaining({ id: world.notes, may: { add: true, edit: true } }),
      expect.objectContaining({ id: world.calls, may: { add: true, edit: true } }),
    ]);
    const { body: pages } = await call(listEditablePages, {
      as: "ada",
      query: { may: "true", type: "site.HomePage" },
    });
    expect(pages.results).toEqual([
      expect.objectContaining({ id: world.home, may: { add: false, edit: true } }),
    ]);
  });
});

test("goes through all states of a post", async () => {
  const { id, latest_revision_id: first } = await made(world.home, { detail: [paragraph("<p>One</p>")] });
  const params = { id };
  const state = async (route: typeof publishPost, more: object = {}) =>
    call(route, { as: "ada", params, ...more });
  const { body: second } = await call(updatePost, {
    as: "ada",
    params,
    body: { base_revision_id: first, detail: [paragraph("<p>Two</p>")] },
  });
  expect(second).toMatchObject({ type: "site.Page", previous_revision_id: first });
  const { body: revisions } = await call(listPostRevisions, { as: "ada", params });
  expect(revisions.count).toBe(2);
  const one = { id, revision: first };
  expect((await call(readPostRevision, { as: "ada", params: one })).body).toMatchObject({
    ...{ type: "site.Page", revision_id: first, detail: [paragraph("<p>One</p>")] },
  });
  const { body: diff } = await call(diffPostRevision, {
    as: "ada",
    params: { id, revision: second.latest_revision_id },
  });
  expect(diff.changes).toEqual([expect.objectContaining({ path: "detail.0", kind: "changed" })]);
  const headers = { "if-match": `"${second.latest_revision_id}"` };
  const restored = await call(restorePostRevision, { as: "ada", params: one, headers });
  expect(restored.body).toMatchObject({ type: "site.Page", detail: [paragraph("<p>One</p>")] });
  expect((await state(lockPost as never)).body).toMatchObject({ type: "site.Page" });
  expect((await state(unlockPost as never)).body).toMatchObject({ type: "site.Page" });
  const later = { body: { publish_at: "2040-01-01T00:00:00Z" } };
  expect((await state(schedulePost as never, later)).body).toMatchObject({ status: "scheduled" });
  expect((await state(unschedulePost as never)).body).toMatchObject({ status: "draft" });
  const copy = {
    base_revision_id: restored.body.latest_revision_id,
    fields: { show_in_menus: true, title: "T" },
  };
  expect((await call(putPostWorkingCopy, { as: "ada", params, body: copy })).status).toBe(200);
  const preview = await call(previewPost, { as: "ada", params, query: { working_copy: "true" } });
  expect(preview.text).toContain("<h1>T</h1>");
  expect(preview.text).not.toMatch(/<time|class="byline"/);
  expect((await state(publishPost)).body).toMatchObject({ live: true, public_url: expect.any(String) });
  expect((await state(publishPost)).body.code).toBe("no_unpublished_draft");
  expect((await state(unpublishPost as never)).body).toMatchObject({ live: false });
  expect((await state(deletePost as never)).status).toBe(204);
  const { body: bin } = await call(listBin, { as: "ada", query: { may: "true" } });
  expect(bin.results).toEqual([expect.objectContaining({ id, type: "site.Page", may: { restore: true } })]);
  expect((await state(restoreFromBin as never)).body).toMatchObject({ type: "site.Page", live: false });
  await verifyCatalog();
});

describe("a public page that is no post", () => {
  const ids = { about: 0, imprint: 0, post: 0 };
  beforeAll(async () => {
    const about = { slug: "about", title: "About the heron", show_in_menus: true };
    ids.about = (await live(world.home, { ...about, detail: [paragraph("<p>Grey plumage.</p>")] })).id;
    ids.imprint = (await live(world.notes, { slug: "imprint", title: "Imprint", show_in_menus: false })).id;
    ids.post = (await createLivePost(world.notes, { title: "A heron", tags: ["grey"] })).id;
  });

  test("is in the page-content API as site.Page, which is the type of all pages, too", async () => {
    const { body } = await call(readLivePage, { params: { id: ids.about } });
    expect(body).toMatchObject({
      ...{ id: ids.about, title: "About the heron", html_detail: expect.stringContaining("Grey") },
      meta: { type: "site.Page", slug: "about", show_in_menus: true, parent: { id: world.home } },
      body: [
        { type: "overview", value: [] },
        { type: "detail", value: [{ type: "paragraph", value: "<p>Grey plumage.</p>" }] },
      ],
    });
    expect(body).not.toHaveProperty("visible_date");
    expect(body).not.toHaveProperty("comments");
    const types = async (query: Record<string, string>) =>
      (await call(listPages, { query: { limit: "200", ...query } })).body.results.map(
        ({ id }: { id: number }) => id,
      );
    expect(await types({ type: "site.Page", exact_type: "true", order: "id" })).toEqual([
      ids.about,
      ids.imprint,
    ]);
    expect(await types({ type: "site.Page" })).toEqual(
      expect.arrayContaining([ids.about, ids.post, world.home]),
    );
    expect(await types({ type: "site.Post" })).not.toContain(ids.about);
    expect(await types({ show_in_menus: "true" })).toEqual([ids.about]);
    expect(await types({ search: "plumage" })).toEqual([ids.about]);
    expect(await types({ search: '"grey plumage"' })).toEqual([ids.about]);
    expect(await types({ use_post_filter: "true", date_after: "2000-01-01" })).not.toContain(ids.imprint);
    const named = { type: "site.Page", exact_type: "true", fields: "_,title,html_detail", order: "id" };
    const { body: list } = await call(listPages, { query: named });
    expect(list.results[0]).toEqual({
      title: "About the heron",
      html_detail: expect.stringContaining("Grey"),
    });
    const { body: edited } = await call(listEditablePages, {
      as: "ada",
      query: { type: "site.Page", exact_type: "true", state: "live" },
    });
    expect(edited.results.map(({ id }: { id: number }) => id).sort()).toEqual([ids.about, ids.imprint]);
    const all = await call(listPages, { query: { type: "site.Page", fields: "*" } });
    expect(Object.keys(all.body.results[0])).not.toContain("html_detail");
  });

  test("is in no facet and no suggestion", async () => {
    const params = { id: world.notes };
    const { body } = await call(readFacets, { params, query: { mode: "modal" } } as never);
    const { body: posts } = await call(listPages, {
      query: { type: "site.Post", child_of: String(world.notes) },
    });
    expect(body.result_count).toBe(posts.count);
    const suggested = await call(readSuggestions, { params, query: { search: "imp" } } as never);
    expect(suggested.body.suggestions).toEqual([]);
  });

  test("is in the menu once, even where the navigation has it, and after it; drafts and restricted ones are not", async () => {
    const navigation = [
      { title: "Blog", url: "/notes/" },
      { title: "We", url: "/about/" },
    ];
    await applyManifest({ version: 1, site: { name: "Test site", navigation } });
    await made(world.home, { title: "Draft page", show_in_menus: true });
    const { id } = await live(world.notes, { title: "For some", show_in_menus: true, slug: "for-some" });
    const menu = async (as?: string) => {
      const { text } = await visit("/", as ? { as } : {});
      return [...(/<nav.*?<\/nav>/s.exec(text)?.[0] ?? "").matchAll(/<a href="([^"]*)">([^<]*)/g)].map(
        ([, url, title]) => `${title} ${url}`,
      );
    };
    expect(await menu()).toEqual(["Blog /notes/", "We /about/", "For some /notes/for-some/"]);
    await setPageProperties(id, { restriction: { type: "login" } });
    expect(await menu()).toEqual(["Blog /notes/", "We /about/"]);
    expect(await menu("ada")).toEqual(["Blog /notes/", "We /about/", "For some /notes/for-some/"]);
    await applyManifest({ version: 1, site: { name: "Test site" } });
    expect(await menu()).toEqual(["About the heron /about/"]);
  });

  test("is an HTML page without a day, and has a place in the menu of every page", async () => {
    const page = async (path: string) => (await visit(path)).text;
    const about = await page("/about/");
    expect(about).toContain("<h1>About the heron</h1>");
    expect(about).toContain("Grey plumage.");
    expect(about).not.toMatch(/<time|class="byline"|class="comments"|Related posts|article:published_time/);
    expect(about).toContain('<a href="/about/" aria-current="page">About the heron</a>');
    const imprint = await page("/notes/imprint/");
    expect(imprint).toContain('<a href="/about/">About the heron</a>');
    expect(imprint).not.toMatch(/class="neighbours"/);
    expect(await page("/notes/")).not.toContain("Imprint");
    expect(await page("/")).not.toContain("Imprint");
    const { text: sitemap } = await call(readSitemap, {});
    expect(sitemap).toContain("/about/</loc>");
    expect(sitemap).toContain("/notes/imprint/</loc>");
  });
});
