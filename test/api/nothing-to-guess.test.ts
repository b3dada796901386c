// Proves contract rules: nothing-to-guess.

import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { readFacets } from "#lib/routes/facets.ts";
import { findImage, readViewableImage } from "#lib/routes/images.ts";
import { findPage, listPages, readLivePage } from "#lib/routes/pages.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { readWebPlayer, readWebPlayerForPost } from "#lib/routes/web-player.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { useFiles } from "#test/support/files.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { commandsOf } from "#test/support/metering.ts";
import { useSetting } from "#test/support/settings.ts";
import { visit } from "#test/support/site-pages.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();
const openImages = useSetting("SITE_PUBLIC_IMAGES_API");

/** What exists below the restricted podcast, and what does not. */
const known = { post: 0, draft: 0, slug: "", draftSlug: "", title: "Otters", audio: 0, image: 0, key: "" };
const unknown = { id: 987_654, slug: "no-such-post", title: "Beavers", key: "" };

beforeAll(async () => {
  const { ids } = await applyManifest({
    version: 1,
    collections: [{ path: "Root/Secret", restriction: { type: "login" } }],
  });
  const collectionId = ids.collections["Root/Secret"]!;
  known.audio = (await makeAudio({ collectionId })).id;
  const image = await makeImage({ collectionId });
  known.image = image.id;
  known.key = image.file.key;
  unknown.key = image.file.key.replace(/[^/]+$/, "no-such-file.jpg");
  const episode = await createEpisodeDraft(world.calls, {
    title: known.title,
    podcast_audio: { id: known.audio },
  });
  await call(publishEpisode, { as: "ada", params: { id: episode.id } });
  Object.assign(known, { post: episode.id, slug: episode.slug });
  const draft = await createDraft(world.calls, { title: known.title });
  Object.assign(known, { draft: draft.id, draftSlug: draft.slug });
});

/** A warm instance's answer and its cost, with a blank in place of the name asked for. */
const outcomeOf = async (ask: () => Promise<RouteAnswer>, named: string | number) => {
  const spellings = [String(named), encodeURIComponent(named)];
  const blank = (text: string) => spellings.reduce((rest, each) => rest.replaceAll(each, "…"), text);
  await ask();
  let answer: RouteAnswer | undefined;
  const commands = await commandsOf(async () => {
    answer = await ask();
  });
  const { status, headers, body, cookies } = answer!;
  const { date, ...others } = headers;
  return {
    status,
    headers: blank(JSON.stringify(others)),
    body: blank(JSON.stringify(body)),
    cookies,
    commands,
  };
};

const restrictions: readonly [name: string, make: () => Promise<Restriction>, as?: string][] = [
  ["a sign-in", async () => ({ type: "login" })],
  ["groups", async () => ({ type: "groups", groups: [] })],
  ["groups that a signed-in user is not in", async () => ({ type: "groups", groups: [] }), "ed"],
  ["a password", async () => ({ type: "password", passwordHash: await hashPassword("reed") })],
];

describe.each(restrictions)("below a page that asks for %s", (_, make, as) => {
  const who = as === undefined ? {} : { as };

  beforeAll(async () => {
    await setPageProperties(world.calls, { restriction: await make() });
    await call(listPages);
  });

  test.each<[string, () => [string, string]]>([
    ["a page", () => [known.slug, unknown.slug]],
    ["a draft", () => [known.draftSlug, unknown.slug]],
    ["what would be below a page", () => [`${known.slug}/more`, `${unknown.slug}/more`]],
  ])("an address tells nothing of %s", async (_name, slugs) => {
    const [there, not] = slugs();
    const visitTo = (slug: string) => outcomeOf(() => visit(`/calls/${slug}/?page=2`, who), slug);
    const found = await visitTo(there);
    expect([302, 403]).toContain(found.status);
    expect(found).toEqual(await visitTo(not));
  });

  test.each<[string, (id: number) => Promise<RouteAnswer>]>([
    ["an item", (id) => call(readLivePage, { ...who, params: { id } })],
    ["a search by id", (id) => call(findPage, { ...who, query: { id } })],
    ["a list of children", (id) => call(listPages, { ...who, query: { child_of: id } })],
    ["a list of descendants", (id) => call(listPages, { ...who, query: { descendant_of: id } })],
    ["a list of ancestors", (id) => call(listPages, { ...who, query: { ancestor_of: id } })],
    ["facet counts", (id) => call(readFacets, { ...who, params: { id } })],
    ["suggestions", (id) => call(readSuggestions, { ...who, params: { id }, query: "search=ot" })],
    [
      "a web player with the page",
      (id) => call(readWebPlayerForPost, { ...who, params: { id: 1, post_id: id } }),
    ],
  ])("%s tells nothing of a page", async (_name, ask) => {
    const missing = await outcomeOf(() => ask(unknown.id), unknown.id);
    for (const id of [known.post, known.draft, world.calls])
      expect(await outcomeOf(() => ask(id), id)).toEqual(missing);
  });

  test.each<[string, (word: string) => Promise<RouteAnswer>, () => [string, string]]>([
    [
      "a search by address",
      (slug) => call(findPage, { ...who, query: { html_path: `/calls/${slug}/` } }),
      () => [known.slug, unknown.slug],
    ],
    [
      "a list by slug",
      (slug) => call(listPages, { ...who, query: { slug } }),
      () => [known.slug, unknown.slug],
    ],
    [
      "a search for words",
      (search) => call(listPages, { ...who, query: { search } }),
      () => [known.title, unknown.title],
    ],
  ])("%s tells nothing of a page", async (_name, ask, words) => {
    const [there, not] = words();
    expect(await outcomeOf(() => ask(there), there)).toEqual(await outcomeOf(() => ask(not), not));
  });
});

describe("of media in a collection that the caller may not see", () => {
  test("a file, an item and a search tell nothing", async () => {
    await openImages(true);
    const ids = [known.image, unknown.id] as const;
    for (const ask of [
      (id: number) => call(readViewableImage, { params: { id } }),
      (id: number) => call(findImage, { query: { id } }),
    ]) {
      const [there, not] = await Promise.all(ids.map((id) => ask(id)));
      expect([there!.status, there!.body]).toEqual([not!.status, not!.body]);
    }
    const file = (key: string) =>
      outcomeOf(() => call(readMediaFile as never, { params: { key } as never }), key);
    expect(await file(known.key)).toEqual(await file(unknown.key));
  });

  test("a web player tells nothing of an audio", async () => {
    await setPageProperties(world.calls, { restriction: null });
    const ask = (id: number) => outcomeOf(() => call(readWebPlayer, { params: { id } }), id);
    expect(await ask(known.audio)).toEqual(await ask(unknown.id));
  });
});

test("a restricted draft and the pages below it answer as if they did not exist", async () => {
  const { id, slug } = await createLivePost(world.notes);
  await setPageProperties(id, { restriction: { type: "login" } });
  await unpublishPage(id, { permit: () => {} });
  for (const tail of ["", "below/"]) {
    const [draft, nothing] = await Promise.all([
      visit(`/notes/${slug}/${tail}`),
      visit(`/notes/none/${tail}`),
    ]);
    expect([draft.status, draft.body.replaceAll(slug, "none")]).toEqual([404, nothing.body]);
  }
});

test("a preview tells strangers nothing", async () => {
  const [draft, nothing] = await Promise.all(
    [known.draft, unknown.id].map((id) => call(previewPost, { params: { id } })),
  );
  expect([draft!.status, draft!.body]).toEqual([nothing!.status, nothing!.body]);
});
