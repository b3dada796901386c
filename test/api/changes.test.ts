// Proves contract rules: change-entries, change-reach, change-cursors, changes-unchanged.

import { afterEach, expect, test, vi } from "vitest";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { deleteLonePage } from "#lib/actions/pages/remove-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { cursorNow, followChanges } from "#lib/catalog/changes/follow-changes.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import type { PageContent } from "#lib/pages/content.ts";
import { cursorFrom } from "#lib/queries/change-query.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { firstChangesAfter } from "#lib/store/changes.ts";
import { updateItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { call } from "#test/support/call.ts";
import { askForChanges, ChangeFollower, readAll } from "#test/support/change-follower.ts";
import { drawChangeNumbers, underNumber } from "#test/support/drawn-numbers.ts";
import { makeImage } from "#test/support/media.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";
import { commentWith } from "../lib/pages/comments.ts";

const world = useWorld();

afterEach(() => void vi.restoreAllMocks());

const anybody = { permit: () => {} };

const unpublish = (id: number) => unpublishPage(id, anybody);

const republish = (id: number) => publishPage(id, { ...anybody, publisherId: null });

const edit = async (id: number, change: Partial<PageContent>) => {
  const { page } = await saveDraft(id, {
    ...anybody,
    authorId: null,
    slug: change.slug,
    change: (latest) => ({ ...latest, ...change }),
  });
  return page.live ? republish(id) : undefined;
};

const restrict = (id: number, restricted = true) =>
  setPageProperties(id, { restriction: restricted ? { type: "login" } : null });

const update = async (id: number, base: number, fields: Record<string, unknown>) => {
  const body = { base_revision_id: base, ...fields };
  const answer = await call(updatePost, { as: "ada", params: { id }, body });
  if (answer.status !== 200) throw new Error(answer.text);
  await call(publishPost, { as: "ada", params: { id } });
};

/** What a follower is told of the work, as `change id`, and that it then knows what everybody reads. */
const toldOf = async (work: () => Promise<unknown>, limit?: number): Promise<readonly string[]> => {
  const follower = await ChangeFollower.join();
  await work();
  const entries = await follower.catchUp(limit);
  expect(follower.pages).toEqual(await readAll());
  return entries.map(({ change, id }) => `${change} ${id}`);
};

test("a change is told although its number was drawn before another one that is told already", async () => {
  const [slow, fast] = [await createLivePost(world.notes), await createLivePost(world.notes)];
  const follower = await ChangeFollower.join();
  const number = await drawChangeNumbers(1);
  await edit(fast.id, { title: "First" });
  expect((await follower.catchUp()).map(({ id }) => id)).toEqual([fast.id]);
  await underNumber(number, () => edit(slow.id, { title: "Second" }));
  expect((await follower.catchUp()).map(({ id }) => id)).toEqual([slow.id]);
  expect(follower.pages).toEqual(await readAll());
});

test("a change that is written while a part of the log is read is told by a later part", async () => {
  const [slow, fast] = [await createLivePost(world.notes), await createLivePost(world.notes)];
  const settings = "none";
  const joined = cursorNow({ now: await catalogNow(), settings });
  const number = await drawChangeNumbers(1);
  await edit(fast.id, { title: "First" });
  const now = await catalogNow();
  await underNumber(number, () => edit(slow.id, { title: "Second" }));
  // The entry that the cursor knows, and the one that has just appeared.
  let followed = await followChanges(joined, { now, settings }, 10, 2);
  const told = followed.pages.map(({ id }) => id);
  while (followed.more) {
    followed = await followChanges(followed.cursor, { now: await catalogNow(), settings }, 10, 2);
    told.push(...followed.pages.map(({ id }) => id));
  }
  expect(told.toSorted((one, other) => one - other)).toEqual([slow.id, fast.id]);
});

test("the first answer has no entries, and a cursor after which nothing has happened", async () => {
  const { results, cursor, more } = await askForChanges();
  expect({ results, more }).toEqual({ results: [], more: false });
  expect(await askForChanges(cursor)).toEqual({ results: [], cursor, more: false });
});

test("a cursor is refused if a change after it has expired, because others may be gone", async () => {
  const { cursor } = await askForChanges();
  await createLivePost(world.notes);
  const [entry] = await firstChangesAfter(cursorFrom(cursor)!.position.highest, 1);
  await tableStore().write(updateItem(keys.change(entry!.number, "CHANGES"), { set: { expires_at: 1 } }));
  const refused = await call(listChanges, { query: { cursor } });
  expect([refused.status, refused.body.code]).toEqual([410, "cursor_expired"]);
  const follower = await ChangeFollower.join();
  expect(await follower.catchUp()).toEqual([]);
});

test("publications, updates, withdrawals and deletions are told, each with what a builder needs next", async () => {
  const follower = await ChangeFollower.join();
  const { id, latest_revision_id: base, slug } = await createLivePost(world.notes, { title: "Low water" });
  const [published] = await follower.catchUp();
  expect(published).toEqual({
    id,
    type: "site.Post",
    change: "published",
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    digest: expect.stringMatching(/^[\w-]{16}$/),
    html_url: `https://notes.example/notes/${slug}/`,
    detail_url: `https://notes.example/api/cms/pages/${id}/`,
  });
  await update(id, base, { title: "High water" });
  const [updated] = await follower.catchUp();
  expect(updated).toMatchObject({
    id,
    change: "updated",
    digest: expect.not.stringMatching(published!.digest!),
  });
  await unpublish(id);
  const gone = { id, type: "site.Post", digest: null, html_url: null };
  expect(await follower.catchUp()).toMatchObject([{ ...gone, change: "unpublished" }]);
  await republish(id);
  expect(await follower.catchUp()).toMatchObject([{ id, change: "published" }]);
  await deleteLonePage(id);
  expect(await follower.catchUp()).toMatchObject([{ ...gone, change: "deleted" }]);
});

test("of a page with many changes there is one entry, with what it is now", async () => {
  const other = await createLivePost(world.notes);
  const told = await toldOf(async () => {
    const { id } = await createLivePost(world.notes);
    await edit(id, { title: "Twice" });
    await edit(other.id, { title: "Once" });
    await edit(id, { title: "Three times" });
    return id;
  });
  expect(told).toEqual([`updated ${other.id}`, expect.stringMatching(/^published /)]);
});

test("drafts and their deletion are told to nobody", async () => {
  const live = await createLivePost(world.notes);
  const told = await toldOf(async () => {
    const { id } = await createDraft(world.notes);
    await deleteLonePage(id);
    await saveDraft(live.id, {
      ...anybody,
      authorId: null,
      change: (latest) => ({ ...latest, title: "Draft" }),
    });
  });
  expect(told).toEqual([]);
});

test("what happens to restricted pages is told to nobody", async () => {
  const [own, below] = [await createLivePost(world.notes), await createLivePost(world.calls)];
  await restrict(own.id);
  await restrict(world.calls);
  const told = await toldOf(async () => {
    await edit(own.id, { title: "Secret" });
    await edit(below.id, { title: "Secret" });
    await edit(world.calls, { title: "Secret calls" });
    await deleteLonePage(below.id);
    await unpublish(own.id);
  });
  expect(told).toEqual([]);
  await restrict(world.calls, false);
});

test("a restriction takes everything below from readers, and its end gives it back", async () => {
  const posts = [await createLivePost(world.calls), await createLivePost(world.calls)];
  const ids = [world.calls, ...posts.map(({ id }) => id)].sort((one, other) => one - other);
  expect(await toldOf(() => restrict(world.calls), 1)).toEqual(ids.map((id) => `unpublished ${id}`));
  expect(await toldOf(() => restrict(world.calls, false), 2)).toEqual(ids.map((id) => `published ${id}`));
  const both = await toldOf(async () => {
    await restrict(world.calls);
    await restrict(world.calls, false);
  });
  expect(both).toEqual(ids.map((id) => `updated ${id}`));
});

test("a title, an address or the comments of a blog alter its posts; a description does not", async () => {
  const { id } = await createLivePost(world.calls);
  const all = new Set((await readAll()).keys());
  const told = async (work: () => Promise<unknown>) =>
    new Set((await toldOf(work)).map((each) => each.split(" ")[1]));
  expect(all.has(id)).toBe(true);
  expect(await told(() => edit(world.calls, { title: "Calls at night" }))).toContain(String(id));
  expect(await told(() => edit(world.calls, { slug: "calls-at-night" }))).toContain(String(id));
  expect(await told(() => setPageProperties(world.calls, { commentsClosed: true }))).toContain(String(id));
  const described = { description: "<p>Of birds.</p>" } as Partial<PageContent>;
  expect(await told(() => edit(world.calls, described))).toEqual(new Set([String(world.calls)]));
});

test("a medium alters the posts that use it, wherever they use it", async () => {
  const [cover, inBody, unused] = [await makeImage(), await makeImage(), await makeImage()];
  const withCover = await createLivePost(world.notes, { cover_image: { id: cover.id } });
  const withImage = await createLivePost(world.notes, {
    detail: [{ type: "gallery", value: [{ id: inBody.id, caption: "" }] }],
  });
  expect(await toldOf(() => makeImage({ title: "Another heron" }, cover.id))).toEqual([
    `updated ${withCover.id}`,
  ]);
  expect(await toldOf(() => makeImage({ title: "A crane" }, inBody.id))).toEqual([`updated ${withImage.id}`]);
  expect(await toldOf(() => makeImage({ title: "Nothing" }, unused.id))).toEqual([]);
});

test("a restricted collection alters the posts that use its media, and a category those in it", async () => {
  const image = await makeImage({ collectionId: world.shows });
  const withImage = await createLivePost(world.notes, { cover_image: { id: image.id } });
  const inCategory = await createLivePost(world.notes, { categories: [world.birds] });
  const collect = (restricted: boolean) =>
    changeSite(async ({ collections }) => ({
      collections: collections
        .filter(({ id }) => id === world.shows)
        .map((each) => ({ ...each, restriction: restricted ? { type: "login" } : null })),
    }));
  expect(await toldOf(() => collect(true))).toEqual([`updated ${withImage.id}`]);
  expect(await toldOf(() => collect(false))).toEqual([`updated ${withImage.id}`]);
  const rename = () =>
    changeSite(async () => ({ categories: [{ id: world.birds, slug: "birds", name: "Waders" }] }));
  expect(await toldOf(rename)).toEqual([`updated ${inCategory.id}`]);
  const group = { id: 900, name: "Nobody", adminAccess: false, pages: [], collections: [] };
  expect(await toldOf(() => changeSite(async () => ({ groups: [group] })))).toEqual([]);
});

test("a new address of a page alters the posts that link to it", async () => {
  const target = await createLivePost(world.notes);
  const link = `<p><a linktype="page" id="${target.id}">low water</a></p>`;
  const linking = await createLivePost(world.notes, { detail: [{ type: "paragraph", value: link }] });
  const both = [`updated ${target.id}`, `updated ${linking.id}`];
  expect(await toldOf(() => edit(target.id, { slug: "another-address" }))).toEqual(both);
  expect(await toldOf(() => edit(target.id, { title: "Only a title" }))).toEqual([`updated ${target.id}`]);
});

test("a setting of the site that every answer shows alters every page, in as many answers as it takes", async () => {
  const all = [...(await readAll()).keys()].sort((one, other) => one - other);
  const setLocale = (locale: string) =>
    changeSite(async ({ settings }) => ({ settings: { ...settings, locale } }));
  expect(await toldOf(() => setLocale("de"), 3)).toEqual(all.map((id) => `updated ${id}`));
  const rename = () => changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "essay" } }));
  expect(await toldOf(rename)).toEqual([]);
});

test("comments alter their post", async () => {
  const { id } = await createLivePost(world.notes);
  const comments = [commentWith({ id: 1, text: "Lovely" })];
  expect(await toldOf(() => setComments(id, { ...anybody, comments }))).toEqual([`updated ${id}`]);
});

test("with If-None-Match a call without news is a 304, and the same for everybody", async () => {
  const { cursor } = await askForChanges();
  const first = await call(listChanges, { query: { cursor } });
  const headers = { "if-none-match": first.headers.etag! };
  expect((await call(listChanges, { query: { cursor }, headers })).status).toBe(304);
  const signedIn = await call(listChanges, { query: { cursor }, as: "su" });
  expect(signedIn.text).toBe(first.text);
  expect(first.headers["cache-control"]).toBe("public, no-cache");
  await createLivePost(world.notes);
  expect((await call(listChanges, { query: { cursor }, headers })).status).toBe(200);
});

test.each([
  ["cursor=nonsense", "cursor"],
  ["cursor=", "cursor"],
  [`cursor=${Buffer.from("[1]").toString("base64url")}`, "cursor"],
  ["limit=0", "limit"],
  ["limit=-1", "limit"],
  ["limit=ten", "limit"],
  ["limit=", "limit"],
])("%s is refused", async (query, path) => {
  const { status, body } = await call(listChanges, { query });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { code: "validation_error", errors: { [path]: [{ code: "invalid" }] } },
  });
});

test("a limit beyond a thousand counts as a thousand", async () => {
  const { cursor } = await askForChanges();
  expect((await call(listChanges, { query: { cursor, limit: "99999999999999999999" } })).status).toBe(200);
});

test("a cursor is valid for a week", async () => {
  const { cursor } = await askForChanges();
  const dayMs = 24 * 3_600_000;
  const nowMs = clock.nowMs();
  const statusAfter = async (days: number) => {
    vi.spyOn(clock, "nowMs").mockReturnValue(nowMs + days * dayMs);
    const { status, body } = await call(listChanges, { query: { cursor } });
    vi.restoreAllMocks();
    return { status, code: body.code };
  };
  expect(await statusAfter(7)).toEqual({ status: 200, code: undefined });
  expect(await statusAfter(9)).toEqual({ status: 410, code: "cursor_expired" });
  const { status } = await call(listChanges, { query: { cursor } });
  expect(status).toBe(200);
});

test("a cursor from before a restoration has expired, however much has happened since", async () => {
  const copy = await wholeTable();
  const before = await askForChanges();
  await createLivePost(world.notes);
  const lost = await askForChanges();
  await restoreTable(copy);
  const statusOf = async ({ cursor }: { cursor: string }) =>
    (await call(listChanges, { query: { cursor } })).status;
  expect([await statusOf(before), await statusOf(lost)]).toEqual([200, 410]);
  await createLivePost(world.notes);
  expect([await statusOf(before), await statusOf(lost)]).toEqual([200, 410]);
  for (let more = 0; more < 3; more++) await createLivePost(world.notes);
  expect([await statusOf(before), await statusOf(lost)]).toEqual([200, 410]);
});
