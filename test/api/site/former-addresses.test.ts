// Proves contract rules: former-addresses, former-addresses-atomic.

import { beforeAll, expect, test } from "vitest";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { publishPost } from "#lib/routes/editor-posts.ts";
import { deletePost, unpublishPost } from "#lib/routes/editor-state.ts";
import { findPage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { visit } from "#test/support/site-pages.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const permit = () => {};

const draftWith = (id: number, slug: string) =>
  saveDraft(id, { authorId: null, permit, slug, change: (latest) => latest });

const rename = async (id: number, slug = freshSlug()): Promise<string> => {
  await draftWith(id, slug);
  await publishPage(id, { publisherId: null, permit });
  return slug;
};

const at = async (address: string, as?: string) => {
  const { status, headers } = await visit(address, as ? { as } : {});
  return headers.location ? [status, headers.location] : status;
};

const foundAt = async (path: string, as?: string) => {
  const query = `redirects=true&fields=*&html_path=${path}`;
  return (await call(findPage, { query, ...(as ? { as } : {}) })).headers.location;
};

const item = (id: number) => `https://notes.example/api/cms/pages/${id}/?fields=*`;

beforeAll(() => call(findPage, { query: "html_path=/" }));

test("a public page is found at all addresses that it had, by each with one redirect", async () => {
  const { id, slug } = await createLivePost(world.notes);
  const second = await rename(id);
  const third = await rename(id);
  for (const former of [slug, second]) {
    expect(await at(`/notes/${former}/?x=1`)).toEqual([301, `/notes/${third}/?x=1`]);
    expect(await foundAt(`/notes/${former}/`)).toBe(item(id));
  }
  expect(await at(`/notes/${third}/`)).toBe(200);
  expect((await call(findPage, { query: `html_path=/notes/${slug}/` })).status).toBe(404);
  await rename(id, slug);
  expect(await at(`/notes/${slug}/`)).toBe(200);
  expect(await at(`/notes/${third}/`)).toEqual([301, `/notes/${slug}/`]);
});

test("the text of a page that has moved leads on to its text", async () => {
  const { id, slug } = await createLivePost(world.notes);
  const second = await rename(id);
  expect(await at(`/notes/${slug}.md?x=1`)).toEqual([301, `/notes/${second}.md?x=1`]);
  expect(await at(`/notes/${second}.md`)).toBe(200);
  const [, feed] = (await at("/notes/feed/")) as [number, string];
  expect([await at("/notes/feed.md"), feed]).toEqual([[301, feed], expect.stringMatching(/\.rss$/)]);
});

test("a former address may be as long as slugs are, in letters of any script", async () => {
  const long = `${freshSlug()}-${"𐐨".repeat(200)}`;
  const { id } = await createLivePost(world.notes, { slug: long });
  const second = await rename(id);
  expect(await at(`/notes/${encodeURIComponent(long)}/`)).toEqual([301, `/notes/${second}/`]);
});

test("what is below a renamed page moves with it, renamed posts too, and the changes name them", async () => {
  const { id, slug } = await createLivePost(world.calls);
  const second = await rename(id);
  const { cursor } = (await call(listChanges)).body;
  await rename(world.calls, "sounds");
  const { results } = (await call(listChanges, { query: { cursor } })).body;
  expect(results).toContainEqual(
    expect.objectContaining({ id, html_url: `https://notes.example/sounds/${second}/` }),
  );
  expect(await at("/calls/")).toEqual([301, "/sounds/"]);
  for (const former of [`/calls/${second}/`, `/calls/${slug}/`, `/sounds/${slug}/`]) {
    expect(await at(former)).toEqual([301, `/sounds/${second}/`]);
    expect(await foundAt(former)).toBe(item(id));
  }
  expect(await at("/calls/nothing/")).toBe(404);
  expect(await at("/calls/subscribe/?x=1")).toEqual([301, "/sounds/subscribe/?x=1"]);
  expect([await at("/notes/nothing/subscribe/"), await at("/calls/nothing/subscribe/")]).toEqual([404, 404]);
  await setPageProperties(world.calls, { restriction: { type: "login" } });
  expect(await at("/calls/subscribe/")).toEqual([302, "/accounts/login/?next=%2Fcalls%2Fsubscribe%2F"]);
  // Nobody learns from former addresses which pages there are below a restricted one.
  for (const path of [
    `/calls/${second}/`,
    `/calls/${slug}/`,
    "/calls/nothing/",
    "/calls/nothing/subscribe/",
  ]) {
    const next = encodeURIComponent(path);
    expect(await at(path)).toEqual([302, `/accounts/login/?next=${next}`]);
    expect(await foundAt(path)).toBeUndefined();
    expect(await at(path.replace("calls", "sounds"))).toEqual([302, expect.anything()]);
  }
  await setPageProperties(world.calls, { restriction: null });
  await rename(world.calls, "calls");
});

test("slugs of drafts lead nowhere, and public ones do after a page was not public for a while", async () => {
  const { id, slug } = await createLivePost(world.notes);
  const draft = freshSlug();
  await draftWith(id, draft);
  expect(await at(`/notes/${draft}/`)).toBe(404);
  await draftWith(id, slug);
  await call(unpublishPost, { as: "ada", params: { id } });
  await draftWith(id, draft);
  expect(await at(`/notes/${slug}/`)).toBe(404);
  const next = await rename(id);
  expect(await at(`/notes/${slug}/`)).toEqual([301, `/notes/${next}/`]);
  expect(await at(`/notes/${draft}/`)).toBe(404);
});

test("an address that is used again belongs to the new page, also when that is gone", async () => {
  const { id, slug } = await createLivePost(world.notes);
  const moved = await rename(id);
  const other = await createDraft(world.notes, { slug });
  expect(await at(`/notes/${slug}/`)).toEqual([301, `/notes/${moved}/`]);
  await call(publishPost, { as: "ada", params: { id: other.id } });
  expect(await at(`/notes/${slug}/`)).toBe(200);
  const third = await rename(other.id);
  expect(await at(`/notes/${slug}/`)).toEqual([301, `/notes/${third}/`]);
  await rename(other.id, slug);
  await call(deletePost, { as: "ada", params: { id: other.id } });
  expect(await at(`/notes/${slug}/`)).toBe(404);
  expect(await at(`/notes/${moved}/`)).toBe(200);
});

test("a former address is answered as the page is, to those who may not see it", async () => {
  const { id, slug } = await createLivePost(world.notes);
  const moved = await rename(id);
  await setPageProperties(id, { restriction: { type: "login" } });
  expect(await at(`/notes/${slug}/`)).toEqual([302, `/accounts/login/?next=%2Fnotes%2F${slug}%2F`]);
  expect(await foundAt(`/notes/${slug}/`)).toBeUndefined();
  expect(await at(`/notes/${slug}/`, "ada")).toEqual([301, `/notes/${moved}/`]);
  expect(await foundAt(`/notes/${slug}/`, "ada")).toBe(item(id));
});

test("of pages that move at once, each address leads to the one that was public there last", async () => {
  const posts = await Promise.all(Array.from({ length: 4 }, () => createLivePost(world.notes)));
  const shared = freshSlug();
  const last = new Map<string, number>();
  await Promise.all(
    posts.map(async ({ id, slug }) => {
      last.set(slug, id);
      for (let tries = 0; tries < 3; tries++) {
        const taken = await rename(id, shared).catch(() => undefined);
        if (taken) last.set(shared, id);
        last.set(await rename(id), id);
      }
    }),
  );
  for (const [slug, id] of last) {
    const found = await foundAt(`/notes/${slug}/`);
    if (slug === shared) expect(posts.map((post) => item(post.id))).toContain(found);
    else expect(found).toBe(item(id));
  }
});

test.each(["/%00/", `/${"x".repeat(3_000)}/`, "/notes/a b/", `/${"a/".repeat(200)}`])(
  "%.20s is no former address",
  async (address) => {
    expect(await at(address)).toBe(404);
  },
);
