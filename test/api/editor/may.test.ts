// Proves contract rules: may, may-verbs, whoami.

import { expect, test } from "vitest";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { listBin } from "#lib/routes/editor-bin.ts";
import { listAudios, listImages, listVideos } from "#lib/routes/editor-media.ts";
import {
  deleteImage,
  readEditorAudio,
  readEditorImage,
  readEditorVideo,
} from "#lib/routes/editor-media-objects.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { lookUpPost, publishPost, readEpisode, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { deletePost, lockPost, schedulePost, unlockPost, unschedulePost } from "#lib/routes/editor-state.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { type CallOptions, call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { useSetting } from "#test/support/settings.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const setEditLock = useSetting("ADMIN_GLOBAL_EDIT_LOCK");

type Query = Readonly<Record<string, string | number>>;

const asking: Query = { may: "true" };

const mayOf = async (id: number, as = "ada") =>
  (await call(readPost, { as, params: { id }, query: asking })).body.may;

const verbsOf = (may: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(may).flatMap(([verb, permitted]) => (permitted ? verb : []));

const postVerbs = [
  ...["edit", "publish", "unpublish", "schedule", "unschedule", "lock", "unlock", "delete"],
  ...["start_workflow", "approve", "request_changes", "cancel_workflow"],
];

/** Each route that takes `may`, with a request that finds something. */
const requests = async (): Promise<readonly (readonly [Route, Query, number?])[]> => {
  const post = await createDraft(world.notes);
  await call(deletePost, { as: "ada", params: { id: (await createDraft(world.notes)).id } });
  return [
    [readPost, {}, post.id],
    [readEpisode, {}, (await createEpisodeDraft(world.calls)).id],
    [lookUpPost, { parent: world.notes, slug: post.slug }],
    [listEditablePages, {}],
    [listParents, {}],
    [listBin, {}],
    [listImages, {}],
    [listAudios, {}],
    [listVideos, {}],
    [readEditorImage, {}, (await makeImage()).id],
    [readEditorAudio, {}, (await makeAudio()).id],
    [readEditorVideo, {}, (await makeVideo()).id],
  ];
};

const send = (route: Route, query: Query, id: number | undefined, more: Partial<CallOptions<"id">> = {}) =>
  call(route as Route<"id">, { as: "ada", query, ...(id && { params: { id } }), ...more });

/** The objects of an answer. */
const objectsIn = (body: { readonly results?: readonly object[] } | readonly object[]) =>
  (Array.isArray(body) ? body : "results" in body ? body.results : [body]) as {
    may?: object;
    type?: string;
  }[];

test("without may=true, answers are as they are without the parameter, byte for byte", async () => {
  for (const [route, query, id] of await requests()) {
    const { text } = await send(route, query, id);
    expect([route.id, text.includes('"may"')]).toEqual([route.id, false]);
    expect((await send(route, { ...query, may: "false" }, id)).text).toBe(text);
    const { body } = await send(route, { ...query, ...asking }, id);
    const objects = objectsIn(body);
    expect([route.id, objects.length > 0]).toEqual([route.id, true]);
    for (const each of objects) {
      expect([route.id, each.may]).toEqual([route.id, expect.any(Object)]);
      delete each.may;
    }
    expect(body).toEqual(JSON.parse(text));
  }
});

test("these are all routes that take may, and another value than true or false is may/invalid", async () => {
  const asked = await requests();
  const taking = routes.filter(({ query }) => "may" in query.parameters);
  expect(taking.map(({ id }) => id).sort()).toEqual(asked.map(([{ id }]) => id).sort());
  for (const [route, query, id] of asked)
    for (const value of ["yes", "", "TRUE", "1"]) {
      const { status, body } = await send(route, { ...query, may: value }, id);
      expect([route.id, status, body.code, Object.keys(body.errors)]).toEqual([
        ...[route.id, 400, "validation_error", ["may"]],
      ]);
      expect(body.errors.may[0].code).toBe("invalid");
    }
});

test("a wrong value is told together with other faults of the query", async () => {
  const faults = async (route: Route, query: Query) =>
    Object.keys((await send(route, query, undefined)).body.errors).sort();
  expect(await faults(listEditablePages, { may: "x", state: "x" })).toEqual(["may", "state"]);
  expect(await faults(listBin, { may: "x", other: "x" })).toEqual(["may", "other"]);
  expect(await faults(listImages, { may: "x", details: "x" })).toEqual(["details", "may"]);
  expect(await faults(lookUpPost, { may: "x", parent: 1 })).toEqual(["may", "slug"]);
});

test("each kind of object has its verbs, and no others", async () => {
  const verbs = new Map<string, Set<string>>();
  for (const [route, query, id] of await requests())
    for (const { may = {}, type = "" } of objectsIn((await send(route, { ...query, ...asking }, id)).body)) {
      const kind = route === listBin ? "bin" : type;
      verbs.set(kind, (verbs.get(kind) ?? new Set()).add(Object.keys(may).join(" ")));
    }
  const posts = postVerbs.join(" ");
  const [parents, media] = ["add edit", "edit delete choose"];
  expect(Object.fromEntries([...verbs].map(([kind, each]) => [kind, [...each]]))).toEqual({
    ...{ "site.Post": [posts], "site.Episode": [posts], bin: ["restore"] },
    ...{ "site.HomePage": [parents], "site.Blog": [parents], "site.Podcast": [parents] },
    ...{ "images.Image": [media], "site.Audio": [media], "site.Video": [media] },
  });
});

test("add is true where posts can be made, and never on a home page", async () => {
  const query = { type: "site.HomePage,site.Blog", ...asking };
  const { results } = (await call(listEditablePages, { as: "su", query })).body;
  const may = new Map(results.map(({ id, may }: { id: number; may: object }) => [id, may]));
  expect(may.get(world.home)).toEqual({ add: false, edit: true });
  expect(may.get(world.notes)).toEqual({ add: true, edit: true });
  const [parent] = (await call(listParents, { as: "bo", query: asking })).body;
  expect(parent).toMatchObject({ id: world.notes, may: { add: true, edit: false } });
});

test("a token may do what one of its scopes is for, and with an empty list of scopes nothing", async () => {
  const { id } = await createLivePost(world.notes);
  await call(updatePost, { as: "su", params: { id }, body: { title: "Newer" }, headers: await latestOf(id) });
  expect(verbsOf(await mayOf(id, "ada-none"))).toEqual([]);
  expect(verbsOf(await mayOf(id, "ada-publish"))).toEqual(["publish", "unpublish", "schedule", "unschedule"]);
  expect(verbsOf(await mayOf(id, "ada-write"))).toEqual(["edit", "lock", "unlock"]);
  const image = await makeImage();
  const ofImage = async (as: string) =>
    (await call(readEditorImage, { as, params: { id: image.id }, query: asking })).body.may;
  expect(await ofImage("ada-none")).toEqual({ edit: false, delete: false, choose: false });
  expect(await ofImage("ada-write")).toEqual({ edit: true, delete: false, choose: true });
});

const latestOf = async (id: number) => {
  const { body } = await call(readPost, { as: "su", params: { id } });
  return { "if-match": `"${body.latest_revision_id}"` };
};

test("whether an episode has its audio does not count", async () => {
  const { id, podcast_audio } = await createEpisodeDraft(world.calls);
  expect(podcast_audio).toBeNull();
  const { body } = await call(readEpisode, { as: "ada", params: { id }, query: asking });
  expect(body.may).toMatchObject({ publish: true, schedule: true });
});

test("what would change nothing is true where the request is not refused", async () => {
  const { id } = await createDraft(world.notes);
  expect(await mayOf(id)).toMatchObject({ lock: true, unlock: true, unschedule: true });
  for (const route of [unlockPost, unschedulePost, lockPost, lockPost])
    expect((await call(route, { as: "ada", params: { id } })).status).toBe(200);
  expect(await mayOf(id)).toMatchObject({ lock: true, unlock: true });
  expect(await mayOf(id, "su")).toMatchObject({ edit: false, lock: false, unlock: true });
});

test("publish and schedule are false where nothing waits, and unpublish where nothing is public", async () => {
  const { id } = await createDraft(world.notes);
  expect(await mayOf(id)).toMatchObject({ publish: true, schedule: true, unpublish: false });
  await call(publishPost, { as: "ada", params: { id } });
  expect(await mayOf(id)).toMatchObject({ publish: false, schedule: false, unpublish: true });
});

test("a schedule locks all but what ends or replaces it", async () => {
  const { id } = await createDraft(world.notes);
  await call(schedulePost, { as: "ada", params: { id }, body: { publish_at: "2090-01-01T00:00:00Z" } });
  expect(verbsOf(await mayOf(id))).toEqual(["schedule", "unschedule", "lock", "unlock"]);
});

test("with ADMIN_GLOBAL_EDIT_LOCK, one's own lock counts for oneself", async () => {
  const { id } = await createDraft(world.notes);
  await call(lockPost, { as: "ada", params: { id } });
  expect(await mayOf(id)).toMatchObject({ edit: true, publish: true, delete: true });
  await setEditLock(true);
  expect(await mayOf(id)).toMatchObject({ edit: false, publish: false, delete: false, unlock: true });
});

test("the editor's object and the list of pages say the same", async () => {
  const { id, slug } = await createDraft(world.notes, {});
  await call(lockPost, { as: "su", params: { id } });
  for (const as of ["ada", "su", "cy", "ada-publish"]) {
    const may = await mayOf(id, as);
    const query = { ...asking, slug };
    expect((await call(listEditablePages, { as, query })).body.results[0].may).toEqual(may);
    const found = await call(lookUpPost, { as, query: { parent: world.notes, ...query } });
    expect(found.body.may).toEqual(may);
  }
});

test("restore is false where the parent is gone", async () => {
  const { ids } = await applyManifest({
    version: 1,
    pages: [
      {
        ...{ type: "site.HomePage", slug: "home", title: "Home" },
        children: [{ type: "site.Blog", key: "brief", slug: "brief", title: "Brief" }],
      },
    ],
  });
  const { id } = await createDraft(ids.pages.brief!);
  await call(deletePost, { as: "ada", params: { id } });
  const may = async () =>
    (await call(listBin, { as: "ada", query: asking })).body.results.find(
      (each: { id: number }) => each.id === id,
    ).may;
  expect(await may()).toEqual({ restore: true });
  await deletePage(ids.pages.brief!);
  expect(await may()).toEqual({ restore: false });
});

test("delete of a media object is true also while pages use it", async () => {
  const image = await makeImage();
  const cover_image = { id: image.id, alt_text: "A heron" };
  await createDraft(world.notes, { cover_image });
  const params = { id: image.id };
  const { body } = await call(readEditorImage, { as: "ada", params, query: asking });
  expect(body.may).toEqual({ edit: true, delete: true, choose: true });
  expect((await call(deleteImage, { as: "ada", params })).body.code).toBe("in_use");
});

test("lists ask for no more of the table, however many items they show", async () => {
  const add = async () => {
    const { id } = await createDraft(world.notes, { title: freshSlug() });
    await call(deletePost, { as: "ada", params: { id } });
    await createDraft(world.notes);
    await makeImage();
  };
  const lists = [listEditablePages, listParents, listBin, listImages];
  const costs = async () => {
    const found: number[] = [];
    for (const list of lists) {
      await send(list, asking, undefined);
      found.push((await costOf(() => send(list, asking, undefined))).requests);
    }
    return found;
  };
  const before = await costs();
  for (let more = 0; more < 5; more++) await add();
  expect(await costs()).toEqual(before);
});

test("whoami names the groups of the caller", async () => {
  expect((await call(whoAmI, { as: "bo" })).body.groups).toEqual(["Writers"]);
  expect((await call(whoAmI, { as: "su" })).body.groups).toEqual([]);
});
