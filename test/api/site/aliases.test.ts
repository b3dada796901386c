// Proves contract rules: aliases, alias-claims.

import { beforeAll, expect, test } from "vitest";
import { publishScheduledPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { maxAliases } from "#lib/pages/addresses.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import { diffPostRevision } from "#lib/routes/editor-history.ts";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { deletePost, restorePostRevision, unpublishPost } from "#lib/routes/editor-state.ts";
import { findPage, listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { visit } from "#test/support/site-pages.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

beforeAll(() => call(findPage, { query: "html_path=/" }));

let made = 0;

const freshAlias = (): string => `/old/${++made}.html`;

const as = "ada";

const send = async (id: number, body: Record<string, unknown>, query = "") => {
  const { body: post } = await call(readPost, { as, params: { id } });
  const base_revision_id = String(post.latest_revision_id);
  return call(updatePost, { as, params: { id }, query, body: { ...body, base_revision_id } });
};

const create = (aliases: readonly unknown[], fields: object = {}) =>
  call(createPost, {
    as,
    body: { parent: { id: world.notes }, title: freshSlug(), overview: [], aliases, ...fields },
  });

const publish = (id: number) => call(publishPost, { as, params: { id } });

const at = async (address: string, who?: string) => {
  const { status, headers } = await visit(address, who ? { as: who } : {});
  return headers.location ? [status, headers.location] : status;
};

const foundAt = async (html_path: string, redirects = true) =>
  (await call(findPage, { query: `html_path=${html_path}${redirects ? "&redirects=true" : ""}` })).headers
    .location;

const shownOf = async (id: number, query = "") => (await call(readLivePage, { params: { id }, query })).body;

const duplicate = (index: number) => ({
  code: "validation_error",
  errors: { [`aliases.${index}`]: [{ code: "duplicate" }] },
});

test("aliases belong to the revision, and lead to the post while the public one has them", async () => {
  const [first, second] = [freshAlias(), freshAlias()];
  const plain = await createLivePost(world.notes);
  expect([Object.keys(plain), Object.keys(await shownOf(plain.id, "fields=*,aliases"))].flat()).not.toContain(
    "aliases",
  );
  const before = await shownOf(plain.id, "fields=digest");
  const { cursor } = (await call(listChanges)).body;
  const aliases = [first, `${first}/`, second, first];
  const saved = (await send(plain.id, { aliases })).body;
  expect(saved.aliases).toEqual([first, second]);
  const { body: diff } = await call(diffPostRevision, {
    as,
    params: { id: plain.id, revision: saved.latest_revision_id },
  });
  expect(diff.changes).toEqual([{ path: "aliases", kind: "added", from: null, to: [first, second] }]);
  expect(await at(first)).toBe(404);
  expect(await shownOf(plain.id)).not.toHaveProperty("aliases");
  const { public_url } = (await publish(plain.id)).body;
  const { results } = (await call(listChanges, { query: { cursor } })).body;
  expect(results).toMatchObject([{ id: plain.id, change: "updated" }]);
  expect((await shownOf(plain.id)).aliases).toEqual([first, second]);
  expect((await shownOf(plain.id, "fields=digest")).digest).not.toBe(before.digest);
  const { results: items } = (await call(listPages, { query: "type=site.Post&fields=aliases" })).body;
  expect(items.filter((item: object) => "aliases" in item)).toMatchObject([{ id: plain.id }]);
  for (const spelling of [first, `${first}/`, `${first}?x=1`])
    expect(await at(spelling)).toEqual([301, public_url + spelling.replace(/^[^?]*/, "")]);
  expect(await foundAt(second)).toMatch(`/api/cms/pages/${plain.id}/`);
  expect(await foundAt(second, false)).toBeUndefined();
  expect(await at(`${first}/below`)).toBe(404);
  await send(plain.id, { aliases: [second] });
  expect(await at(first)).toEqual([301, public_url]);
  await publish(plain.id);
  expect([await at(first), await at(second)]).toEqual([404, [301, public_url]]);
  await send(plain.id, { aliases: [] });
  await publish(plain.id);
  expect((await shownOf(plain.id, "fields=digest")).digest).toBe(before.digest);
  expect(JSON.stringify(await wholeTable())).not.toContain("ALIAS#");
});

test("an alias is a path of this site, in any spelling that leads there", async () => {
  for (const wrong of [
    ...["old", "https://notes.example/old/", "//old/", "/a//b/", "/../x", "/a/./b", "/a?b", "/a#b", "/a\\b"],
    ...["/api", "/api/x/", "/media/x.mp3", "/accounts/login/", "/cms/", "/_feeds/x", "/robots.txt"],
    ...["/%", "/a%2Fb", "/a%00b", "/%61pi/", `/${"x".repeat(1_001)}`, "/%2e%2e/x"],
  ])
    expect((await create([freshAlias(), wrong])).body, wrong).toMatchObject({
      errors: { "aliases.1": [{ code: "invalid" }] },
    });
  expect((await create(["", 7])).body.errors).toMatchObject({
    "aliases.0": [{ code: "blank" }],
    "aliases.1": [{ code: "invalid" }],
  });
  const many = Array.from({ length: maxAliases + 1 }, freshAlias);
  expect((await create(many)).body.errors).toMatchObject({ aliases: [{ code: "max_length" }] });
  const { id } = (await create(["/caf%C3%A9/Zu%20Hause", ...many.slice(2)])).body;
  const { public_url } = (await publish(id)).body;
  expect(await at("/caf%C3%A9/Zu%20Hause/")).toEqual([301, public_url]);
  expect(await foundAt("/cafe%CC%81/Zu%20Hause/")).toMatch(`/${id}/`);
  expect(await at("/caf%C3%A9/zu%20hause/")).toBe(404);
  expect((await create(["/cafe%CC%81/Zu%20Hause"])).body).toMatchObject(duplicate(0));
});

test("addresses of pages and aliases of others are taken, those of drafts too, and one's own are not", async () => {
  const alias = freshAlias();
  const draft = (await create([alias])).body;
  const live = await createLivePost(world.notes);
  const taken = [alias, `/notes/${draft.slug}/`, live.public_url, "/", "/notes", "/calls/"];
  const { body } = await create([freshAlias(), ...taken]);
  expect(Object.keys(body.errors)).toEqual(taken.map((_, index) => `aliases.${index + 1}`));
  expect(body).toMatchObject(duplicate(1));
  expect((await send(live.id, { aliases: [freshAlias(), alias] })).body).toMatchObject(duplicate(1));
  expect((await send(live.id, { aliases: [live.public_url] })).status).toBe(200);
  const dry = await send(draft.id, { aliases: ["/notes/", alias] }, "dry_run=true");
  expect(dry.body).toMatchObject(duplicate(0));
  const before = await wholeTable();
  expect((await send(draft.id, { aliases: [freshAlias()] }, "dry_run=true")).status).toBe(200);
  expect(await wholeTable()).toEqual(before);
});

test("of those who claim an alias at once, one gets it, by creating, saving and publishing", async () => {
  const alias = freshAlias();
  const posts = await Promise.all(Array.from({ length: 4 }, () => createLivePost(world.notes)));
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => create([alias])),
    ...posts.map(({ id }) => send(id, { aliases: [freshAlias(), alias] })),
  ]);
  const winners = answers.filter(({ status }) => status < 300);
  expect(winners).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => !winners.includes(answer)))
    expect([status, Object.values(body.errors)]).toMatchObject([400, [[{ code: "duplicate" }]]]);
  const { id } = winners[0]!.body;
  await Promise.all([publish(id), ...posts.map((post) => send(post.id, { aliases: [alias] }))]);
  expect(await foundAt(alias)).toMatch(`/${id}/`);
});

test("a page that takes the address wins; when it leaves, the address leads to where it went", async () => {
  const slug = freshSlug();
  const alias = `/notes/${slug}/`;
  const owner = await createLivePost(world.notes, { aliases: [alias] });
  const draft = await createDraft(world.notes, { slug });
  expect(await at(alias)).toEqual([301, owner.public_url]);
  await publish(draft.id);
  expect(await at(alias)).toBe(200);
  expect((await send(owner.id, { aliases: [freshAlias(), alias] })).status).toBe(200);
  await send(draft.id, { slug: freshSlug() });
  const { public_url } = (await publish(draft.id)).body;
  expect(await at(alias)).toEqual([301, public_url]);
  const other = await create([freshAlias(), alias]);
  expect(other.body).toMatchObject(duplicate(1));
  await send(owner.id, { aliases: [] });
  await publish(owner.id);
  expect((await create([alias])).body).toMatchObject(duplicate(0));
  await call(deletePost, { as, params: { id: draft.id } });
  const heir = (await create([alias])).body;
  const { body } = await publish(heir.id);
  expect(await at(alias)).toEqual([301, body.public_url]);
});

test("a podcast's page for subscribers is nobody's alias", async () => {
  expect((await create([freshAlias(), "/calls/subscribe/"])).body).toMatchObject(duplicate(1));
  expect((await create(["/notes/subscribe/"])).status).toBe(201);
});

test("a post that is not public has its aliases, but they lead nowhere", async () => {
  const [kept, dropped] = [freshAlias(), freshAlias()];
  const { id } = await createLivePost(world.notes, { aliases: [kept, dropped] });
  await send(id, { aliases: [kept] });
  await call(unpublishPost, { as, params: { id } });
  expect([await at(kept), await at(dropped)]).toEqual([404, 404]);
  expect((await create([kept])).body).toMatchObject(duplicate(0));
  expect((await create([dropped])).status).toBe(201);
  const { public_url } = (await publish(id)).body;
  expect(await at(kept)).toEqual([301, public_url]);
});

test("a deletion frees aliases; a post comes back from the bin with those that are free", async () => {
  const [kept, lost] = [freshAlias(), freshAlias()];
  const { id, latest_revision_id } = await createLivePost(world.notes, { aliases: [kept, lost] });
  await send(id, { title: "A draft of it" });
  await call(deletePost, { as, params: { id } });
  expect(await at(kept)).toBe(404);
  const heir = await createLivePost(world.notes, { aliases: [lost] });
  const { body: restored } = await call(restoreFromBin, { as, params: { id } });
  expect([restored.aliases, restored.title, restored.live]).toEqual([[kept], "A draft of it", false]);
  expect((await create([kept])).body).toMatchObject(duplicate(0));
  expect([await at(kept), await at(lost)]).toEqual([404, [301, heir.public_url]]);
  const revert = (revision: number) =>
    call(restorePostRevision, {
      as,
      params: { id, revision },
      body: { base_revision_id: String(restored.latest_revision_id) },
    });
  expect((await revert(latest_revision_id)).body).toMatchObject(duplicate(1));
  await publish(id);
  expect(await at(kept)).toEqual([301, `/notes/${restored.slug}/`]);
});

test("an earlier revision brings its aliases back, and an approved one is refused if they are taken", async () => {
  const [early, late] = [freshAlias(), freshAlias()];
  const first = await createLivePost(world.notes, { aliases: [early] });
  const { id } = first;
  await send(id, { aliases: [late] });
  const { latest_revision_id } = (await publish(id)).body;
  const body = { base_revision_id: String(latest_revision_id) };
  const params = { id, revision: first.latest_revision_id };
  const { body: restored } = await call(restorePostRevision, { as, params, body });
  expect(restored.aliases).toEqual([early]);
  expect(await at(late)).toEqual([301, first.public_url]);
  await schedulePage(id, { permit: () => {}, publishAt: "2026-01-01T00:00:00.000Z" });
  const change = (latest: AnyContent) => ({ ...latest, aliases: [] });
  await saveDraft(id, { authorId: null, permit: () => {}, change });
  const heir = await createLivePost(world.notes, { aliases: [early] });
  expect(await publishScheduledPage(id)).toEqual({
    outcome: "refused",
    reason: `The address ${early} is another page's.`,
  });
  expect([await at(early), await at(late)]).toEqual([
    [301, heir.public_url],
    [301, first.public_url],
  ]);
});

test("a path that the site redirects is no alias", async () => {
  await changeSite(async () => ({ redirects: [{ from: "/moved/", pageId: world.notes }] }));
  await visit("/");
  expect((await create([freshAlias(), "/moved"])).body).toMatchObject(duplicate(1));
  const [{ body: draft }, alias] = [await create(["/moved/x"]), freshAlias()];
  const { id } = await createLivePost(world.notes, { aliases: [alias] });
  const redirects = ["/moved/x", alias].map((from) => ({ from, pageId: world.notes }));
  await changeSite(async () => ({ redirects }));
  await visit("/");
  const { public_url } = (await publish(draft.id)).body;
  expect(await at("/moved/x")).toEqual([301, public_url]);
  expect((await send(id, { aliases: [alias] })).status).toBe(200);
});

test("an alias is answered as the post is, to those who may not see it", async () => {
  const alias = freshAlias();
  const { id, public_url } = await createLivePost(world.notes, { aliases: [alias] });
  await setPageProperties(id, { restriction: { type: "login" } });
  expect(await at(alias)).toEqual([302, `/accounts/login/?next=${encodeURIComponent(`${alias}/`)}`]);
  expect(await foundAt(alias)).toBeUndefined();
  expect(await at(alias, "ada")).toEqual([301, public_url]);
});
