// Proves contract rules: pages-for-editors, page-states, tags-for-editors, categories-for-editors,
// seasons-for-editors.

import { beforeAll, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { currentEditorListings } from "#lib/catalog/current/current-editor-listings.ts";
import { listCategories, listEditablePages, listSeasons, listTags } from "#lib/routes/editor-pages.ts";
import { createPost, publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const permit = () => {};

const list = async (query = "", as = "ada") => {
  const answer = await call(listEditablePages, { as, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const idsIn = async (query = "", as = "ada"): Promise<number[]> =>
  (await list(query, as)).results.map(({ id }: { id: number }) => id);

const rename = async (id: number, title: string) =>
  (await saveDraft(id, { authorId: null, permit, change: (latest) => ({ ...latest, title }) })).latest;

/** Posts by what they are, made once. */
const made: Record<string, number> = {};

beforeAll(async () => {
  const otter = { tags: ["Otter", "marsh"], categories: [world.birds], visible_date: "2025-02-01T00:00:00Z" };
  made.draft = (await createDraft(world.notes, { title: "An otter", ...otter })).id;
  made.live = (await createLivePost(world.notes, { title: "Low Water", tags: ["marsh"] })).id;
  made.changed = (await createLivePost(world.notes, { title: "Before", tags: ["gone"] })).id;
  await rename(made.changed!, "Herons");
  made.scheduled = (await createDraft(world.notes, { title: "Later" })).id;
  await schedulePage(made.scheduled!, { permit, publishAt: "2090-01-01T00:00:00.000Z" });
  made.locked = (await createDraft(world.notes, { title: "Locked" })).id;
  await lockPage(made.locked!, { permit, ownerId: (await readUserByName("cy"))!.id });
  const body = { parent: { id: world.notes }, title: "Of bo's", slug: "of-bo", overview: [] };
  made.bos = (await call(createPost, { as: "bo", body })).body.id;
  await setPageProperties(world.calls, {
    seasons: [
      { id: 1, key: "s1", number: 1, name: "One" },
      { id: 2, key: "s2", number: 2, name: "" },
    ],
  });
  made.episode = (await createEpisodeDraft(world.calls, { season: { id: 1 } })).id;
});

test("a page is listed as its latest revision has it, with its state, who saved it, and where it is", async () => {
  const instant: unknown = expect.stringMatching(/^\d{4}-.*Z$/);
  const { results } = await list("q=heron");
  expect(results).toEqual([
    {
      id: made.changed,
      type: "site.Post",
      title: "Herons",
      slug: expect.any(String),
      parent: { id: world.notes },
      status: "draft",
      live: true,
      has_draft: true,
      latest_revision_id: expect.any(Number),
      previous_revision_id: expect.any(Number),
      published_revision_id: expect.any(Number),
      visible_date: instant,
      changed_at: instant,
      changed_by: null,
      first_published_at: instant,
      last_published_at: instant,
      scheduled_for: null,
      locked: false,
      locked_by: null,
      workflow: null,
      source: null,
      api_url: `/api/editor/posts/${made.changed}/`,
      edit_url: `/cms/pages/${made.changed}/edit/`,
      preview_url: `/cms/pages/${made.changed}/view_draft/`,
      public_url: `/notes/${results[0].slug}/`,
    },
  ]);
  expect((await list("type=site.Episode")).results).toMatchObject([
    {
      id: made.episode,
      type: "site.Episode",
      changed_by: "ada",
      api_url: `/api/editor/episodes/${made.episode}/`,
    },
  ]);
  expect((await list("type=site.Blog&q=notes")).results).toMatchObject([
    { id: world.notes, parent: { id: world.home }, api_url: null, preview_url: null, public_url: "/notes/" },
  ]);
  expect((await list("state=scheduled")).results).toMatchObject([
    { scheduled_for: "2090-01-01T00:00:00.000Z" },
  ]);
  expect((await list("state=locked")).results).toMatchObject([
    { locked: true, locked_by: "cy", public_url: null },
  ]);
});

test.each([
  ["state=draft&parent=", ["draft", "scheduled", "locked", "bos"]],
  ["state=live&parent=", ["live", "changed"]],
  ["state=changed&parent=", ["changed"]],
  ["state=workflow&parent=", []],
  ["q=OTTER&parent=", ["draft"]],
  ["slug=of-bo&parent=", ["bos"]],
  ["slug=of-b&parent=", []],
  ["tag=marsh&parent=", ["draft", "live"]],
  ["tag=Marsh&parent=", []],
  ["category=birds&parent=", ["draft"]],
  ["category=weather&parent=", []],
  ["author=bo&parent=", ["bos"]],
  ["author=ada&state=draft&parent=", ["draft", "scheduled", "locked"]],
  ["changed_since=2999-01-01&parent=", []],
  ["changed_since=2020-01-01&state=live&parent=", ["live", "changed"]],
  ["state=draft&tag=marsh&order=title&parent=", ["draft"]],
])("?%s… finds what is so", async (query, names) => {
  const found = await idsIn(`${query}${world.notes}`);
  expect(found.toSorted()).toEqual(names.map((name) => made[name]).toSorted());
});

test("a category is found by its id too, and all orders are what they say, then by id", async () => {
  expect(await idsIn(`category=${world.birds}`)).toEqual([made.draft]);
  const { results } = await list("pageSize=200");
  const by = (key: string, sign: number) => (one: Record<string, string>, other: Record<string, string>) => {
    const [first = "", second = ""] = [one[key] ?? "", other[key] ?? ""];
    return sign * (first === second ? Number(one.id) - Number(other.id) : first < second ? -1 : 1);
  };
  for (const [order, key, sign] of [
    ["-changed_at", "changed_at", -1],
    ["changed_at", "changed_at", 1],
    ["title", "title", 1],
    ["-visible_date", "visible_date", -1],
    ["visible_date", "visible_date", 1],
  ] as const)
    expect(await idsIn(`order=${order}`)).toEqual(
      results.toSorted(by(key, sign)).map(({ id }: { id: number }) => id),
    );
  expect(await idsIn()).toEqual(await idsIn("order=-changed_at"));
});

test.each([
  ["ada, who may change everything", "ada", 10],
  ["bo, who may only edit what is bo's", "bo", 1],
  ["cy, who may change the blog", "cy", 7],
  ["di, who may do nothing", "di", 0],
])("%s, sees that and nothing else", async (_, as, count) => {
  expect((await list("", as)).count).toBe(count);
});

test.each([
  ["colour=red", "colour", "unsupported_parameter"],
  ["parent=x", "parent", "invalid"],
  ["parent=0", "parent", "invalid"],
  ["type=site.Nothing", "type", "invalid_choice"],
  ["state=odd", "state", "invalid_choice"],
  ["changed_since=yesterday", "changed_since", "invalid"],
  ["order=-title", "order", "invalid_choice"],
])("?%s is refused", async (query, path, code) => {
  const answer = await call(listEditablePages, { as: "ada", query });
  expect(answer).toMatchObject({ status: 400, body: { errors: { [path]: [{ code }] } } });
});

test("every change is in the next list: a save, a publication, a lock, a withdrawal, a deletion", async () => {
  const { id, latest_revision_id } = await createDraft(world.calls, { title: "One" });
  const item = async () => (await list(`parent=${world.calls}&type=site.Post&q=one`)).results[0];
  expect(await item()).toMatchObject({ id, title: "One", status: "draft", latest_revision_id });
  await call(publishPost, { as: "ada", params: { id } });
  expect(await item()).toMatchObject({
    status: "live",
    has_draft: false,
    published_revision_id: latest_revision_id,
  });
  const body = { base_revision_id: latest_revision_id, title: "One and more" };
  await call(updatePost, { as: "cy", params: { id }, body });
  await call(updatePost, { as: "ada", params: { id }, body });
  expect(await item()).toMatchObject({ title: "One and more", has_draft: true, changed_by: "ada" });
  await lockPage(id, { permit, ownerId: null });
  expect(await item()).toMatchObject({ locked: true, locked_by: null });
  await unpublishPage(id, { permit });
  expect(await item()).toMatchObject({ live: false, public_url: null });
  await deletePage(id);
  expect(await item()).toBeUndefined();
});

test("concurrent writers and readers: what was answered before a list began is in it", async () => {
  const titles = Array.from({ length: 12 }, () => freshSlug());
  await Promise.all(
    titles.map(async (title) => {
      const { id } = await createDraft(world.notes, { title });
      expect(await idsIn(`q=${title}`)).toContain(id);
      await rename(id, `${title} again`);
      expect((await list(`q=${title}`)).results).toMatchObject([{ title: `${title} again` }]);
      await deletePage(id);
      expect(await idsIn(`q=${title}`)).toEqual([]);
    }),
  );
});

test("drafts and their lists change nothing that the public sees: no answer's ETag, and no state of the catalog", async () => {
  const before = await call(listPages, { query: "type=site.Post" });
  const { state } = await currentCatalog();
  await createDraft(world.notes, { title: "Secret" });
  expect(await idsIn("q=secret")).toHaveLength(1);
  await currentEditorListings();
  const after = await call(listPages, { query: "type=site.Post" });
  expect(after.headers.etag).toBe(before.headers.etag);
  expect((await currentCatalog()).state).toBe(state);
});

test("tags, categories and seasons are counted over the posts that the caller may edit", async () => {
  const tags = (await call(listTags, { as: "ada" })).body;
  expect(tags.results).toEqual([
    { slug: null, name: "Otter", count: 1 },
    { slug: "gone", name: "gone", count: 1 },
    { slug: "marsh", name: "marsh", count: 2 },
  ]);
  expect((await call(listTags, { as: "ada", query: "q=ott" })).body).toMatchObject({ count: 1 });
  expect((await call(listTags, { as: "bo" })).body).toMatchObject({ count: 0 });
  expect((await call(listCategories, { as: "ada" })).body.results).toEqual([
    { id: world.birds, slug: "birds", name: "Birds", count: 1 },
    { id: world.weather, slug: "weather", name: "Weather", count: 0 },
  ]);
  const seasonsOf = (id: number, as = "ada") => call(listSeasons, { as, params: { id } });
  expect((await seasonsOf(world.calls)).body.results).toEqual([
    { id: 1, slug: "s1", number: 1, name: "One", count: 1 },
    { id: 2, slug: "s2", number: 2, name: "", count: 0 },
  ]);
  expect((await seasonsOf(world.notes)).body).toMatchObject({ count: 0 });
  expect((await seasonsOf(world.calls, "bo")).status).toBe(403);
  for (const id of [world.home, made.episode!, 999_999]) expect((await seasonsOf(id)).status).toBe(404);
});

test("with media=true, a page is listed with the media that it uses, which exist and the caller may choose", async () => {
  const file = (name: string) => ({
    key: `images/9/0a1b2c3d4e5f/${name}`,
    contentType: "image/png",
    sizeBytes: 1,
  });
  const picture = (digit: string) => ({
    ...file(`${digit}.png`),
    width: 1,
    height: 1,
    partsSha256: digit.repeat(64),
  });
  const { id: cover } = await makeImage({ file: picture("a") });
  const { id: shown } = await makeImage({ file: picture("b") });
  const { id: deleted } = await makeImage();
  const { id: sound } = await makeAudio({
    files: { mp3: { ...file("a.mp3"), partsSha256: "c".repeat(64) } },
  });
  const { id: withMedia } = await createDraft(world.notes, {
    title: "With media",
    cover_image: { id: cover },
    detail: [
      { type: "gallery", value: [{ id: shown }, { id: deleted }] },
      { type: "audio", value: { id: sound } },
    ],
  });
  await deleteMedia("image", deleted);
  const { results } = await list("q=With media&media=true");
  expect(results).toMatchObject([{ id: withMedia }]);
  expect(results[0].media).toHaveLength(3);
  expect(results[0].media).toEqual(
    expect.arrayContaining([
      { kind: "image", id: cover, parts_sha256: ["a".repeat(64)] },
      { kind: "image", id: shown, parts_sha256: ["b".repeat(64)] },
      { kind: "audio", id: sound, parts_sha256: ["c".repeat(64)] },
    ]),
  );
  expect((await list(`parent=${world.notes}&slug=of-bo&media=true`)).results).toMatchObject([{ media: [] }]);
  expect((await list("q=With media")).results[0]).not.toHaveProperty("media");
  const crowd = Array.from({ length: 101 }, () => ({ id: 0 }));
  for (const entry of crowd) entry.id = (await makeImage()).id;
  await createDraft(world.notes, { title: "Crowded", detail: [{ type: "gallery", value: crowd }] });
  expect((await list("q=Crowded&media=true")).results).toMatchObject([{ media: null }]);
  const refused = await call(listEditablePages, { as: "ada", query: "media=yes" });
  expect(refused.status).toBe(400);
});

test("?uses=… finds the pages that use a media object, publicly or in a draft, and that the caller may edit", async () => {
  const [cover, spare] = [await makeImage(), await makeImage()];
  const gallery = [{ type: "gallery", value: [{ id: cover.id, caption: "" }] }];
  const draft = await createDraft(world.notes, { cover_image: { id: cover.id } });
  const live = await createLivePost(world.notes, { overview: gallery });
  const body = { base_revision_id: live.latest_revision_id, overview: [] };
  expect((await call(updatePost, { as: "ada", params: { id: live.id }, body })).status).toBe(200);
  const using = `uses=image:${cover.id}`;
  expect((await idsIn(using)).toSorted()).toEqual([draft.id, live.id].toSorted());
  expect(await idsIn(`${using}&state=live`)).toEqual([live.id]);
  expect(await idsIn(using, "bo")).toEqual([]);
  expect(await idsIn(`uses=audio:${cover.id}`)).toEqual([]);
  expect(await idsIn(`uses=image:${spare.id}`)).toEqual([]);
  for (const wrong of ["", "image", "image:", "image:0", "image:x", "page:3", "image:1:2"]) {
    const { status, body } = await call(listEditablePages, { as: "ada", query: { uses: wrong } });
    expect([wrong, status, body.errors?.uses?.[0].code]).toEqual([wrong, 400, "invalid"]);
  }
});
