// Proves contract rules: site-builder-fields, digest.

import { beforeAll, expect, test } from "vitest";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { certain } from "#lib/certain.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { publishEpisode, publishPost, readEpisode, updateEpisode } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readMedia } from "#lib/store/media.ts";
import { call } from "#test/support/call.ts";
import { everyFieldOf } from "#test/support/change-follower.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { unsetFields } from "#test/support/unset-fields.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { commentWith } from "../../lib/pages/comments.ts";

const world = useWorld();

/** An episode with everything in it, and what it is made of. */
const made = { id: 0, cover: 0, image: 0, audio: 0, video: 0, own: 0 };

const fields = () => ({
  title: "Low water",
  tags: ["Heron", "Low tide"],
  categories: [world.birds],
  cover_image: { id: made.cover, alt_text: "A heron" },
  detail: [
    { type: "gallery", value: [{ id: made.image, caption: "Reeds" }] },
    { type: "audio", value: { id: made.audio } },
    { type: "video", value: { id: made.video } },
  ],
  podcast_audio: { id: made.own },
  episode_number: 3,
  season: { id: 1 },
  keywords: "marsh",
});

beforeAll(async () => {
  const seasons = [1, 2].map((number) => ({ id: number, key: `s${number}`, number, name: `Year ${number}` }));
  await setPageProperties(world.calls, { seasons });
  made.cover = (await makeImage({ title: "Heron", description: "A bird" })).id;
  made.image = (await makeImage({ collectionId: world.shows })).id;
  made.audio = (await makeAudio()).id;
  made.video = (await makeVideo()).id;
  made.own = (await makeAudio({ chapters: [{ startSeconds: 1, title: "Start", link: "", image: "" }] })).id;
  const { id } = await createEpisodeDraft(world.calls, fields());
  made.id = id;
  await call(publishEpisode, { as: "ada", params: { id } });
});

const read = async (id: number, fields: string) =>
  (await call(readLivePage, { params: { id }, query: { fields } })).body;

const named = everyFieldOf("site.Episode").split(",").slice(1);

test("fields for builders are in no answer that does not name them", async () => {
  for (const query of ["", "fields=*", "fields=*,-title"]) {
    const { body } = await call(readLivePage, { params: { id: made.id }, query });
    expect(named.filter((name) => name in body || name in body.meta)).toEqual([]);
  }
});

test("an episode has its files, its media and its place in the podcast", async () => {
  const base = "https://notes.example/media/";
  const file = (type: string) => ({
    url: expect.stringMatching(new RegExp(`^${base}`)),
    mime_type: type,
    bytes: expect.any(Number),
  });
  const jpeg = {
    ...file("image/webp"),
    mime_type: expect.stringMatching(/^image/),
    width: 1920,
    height: 1280,
  };
  const body = await read(made.id, `_,${named.join(",")}`);
  const audio = {
    kind: "audio",
    duration: 61.5,
    files: [file("audio/mpeg"), file("audio/opus")],
    transcripts: [],
  };
  const unset = Object.entries(unsetFields("episode")).filter(([name]) => named.includes(name));
  expect(body).toEqual({
    ...Object.fromEntries(unset),
    meta: { last_published_at: expect.stringMatching(/Z$/) },
    digest: expect.stringMatching(/^[\w-]{16}$/),
    tags: [
      { slug: "heron", name: "Heron" },
      { slug: "low-tide", name: "Low tide" },
    ],
    categories: [{ slug: "birds", name: "Birds" }],
    cover: expect.objectContaining({
      kind: "image",
      id: made.cover,
      title: "Heron",
      alt_text: "A heron",
      ...jpeg,
    }),
    media: [
      expect.objectContaining({ kind: "image", id: made.cover, alt_text: "A bird", ...jpeg }),
      expect.objectContaining({ kind: "image", id: made.image, ...jpeg }),
      expect.objectContaining({ ...audio, id: made.own }),
      expect.objectContaining({ ...audio, id: made.audio }),
      expect.objectContaining({
        kind: "video",
        id: made.video,
        ...file("video/mp4"),
        poster: expect.objectContaining({ bytes: expect.any(Number) }),
      }),
    ],
    podcast_audio: expect.objectContaining({
      ...audio,
      id: made.own,
      chapters: [{ start: 1, title: "Start", link: "", image: "" }],
    }),
    episode_number: 3,
    episode_type: "",
    season: { id: 1, number: 1, name: "Year 1" },
    keywords: "marsh",
    explicit: 1,
    block: false,
  });
  expect(body.cover.renditions).toEqual([
    { ...file("image/webp"), width: 512, height: 341 },
    { ...file("image/webp"), width: 1600, height: 1067 },
  ]);
});

test("an image has its renditions from narrow to wide, and the same as AVIF if it has them", async () => {
  const { cover } = certain(await readMedia("image", made.cover));
  const rendition = (width: number, format: string) => ({
    ...cover,
    key: `images/${made.cover}/0a1b2c3d4e5f/heron-${width}.${format}`,
    contentType: `image/${format}`,
    width,
    height: width / 2,
  });
  const renditions = [rendition(2400, "webp"), rendition(400, "webp"), rendition(400, "avif")];
  await putMedia("image", made.cover, (current) => ({ ...current!, renditions }));
  const { body } = await call(readLivePage, { params: { id: made.id }, query: { fields: "cover" } });
  expect(body.cover.renditions.map(({ width }: { width: number }) => width)).toEqual([400, 512, 1600, 2400]);
  expect(body.cover.avif).toEqual([
    expect.objectContaining({
      url: expect.stringMatching(/heron-400\.avif$/),
      mime_type: "image/avif",
      width: 400,
      height: 200,
    }),
  ]);
});

test("lists of posts have the fields of their episodes, and null for other posts", async () => {
  const { id } = await createLivePost(world.calls);
  const query = {
    type: "site.Post",
    child_of: world.calls,
    fields: "podcast_audio,episode_number,digest,season,block",
  };
  const { results } = (await call(listPages, { query })).body;
  expect(results).toMatchObject([
    { id: made.id, episode_number: 3, podcast_audio: { id: made.own }, season: { number: 1 }, block: false },
    { id, episode_number: null, podcast_audio: null, season: null, block: null },
  ]);
  expect(results[0].digest).toBe((await read(made.id, "digest")).digest);
});

test("a list with digests reads no bodies", async () => {
  const ask = () => call(listPages, { query: { type: "site.Post", fields: "digest,cover,media,season" } });
  await ask();
  await createLivePost(world.notes);
  await call(listPages);
  expect(await costOf(ask)).toMatchObject({ requests: 1, readUnits: 1 });
});

test("media of closed collections are in no answer to strangers", async () => {
  const restrict = (restriction: { type: "login" } | null) =>
    changeSite(async ({ collections }) => ({
      collections: collections
        .filter(({ id }) => id === world.shows)
        .map((each) => ({ ...each, restriction })),
    }));
  await restrict({ type: "login" });
  const idsFor = async (as?: string) => {
    const { body } = await call(readLivePage, {
      params: { id: made.id },
      query: "fields=media",
      ...(as && { as }),
    });
    return body.media.some(
      (each: { kind: string; id: number }) => each.kind === "image" && each.id === made.image,
    );
  };
  expect([await idsFor(), await idsFor("ada")]).toEqual([false, true]);
  await restrict(null);
});

/** Publishes the episode with other fields. */
const publishWith = async (other: Record<string, unknown>) => {
  const current = await call(updateEpisode, {
    as: "ada",
    params: { id: made.id },
    body: { base_revision_id: await latestRevision(), ...other },
  });
  if (current.status !== 200) throw new Error(current.text);
  await call(publishEpisode, { as: "ada", params: { id: made.id } });
};

const latestRevision = async (): Promise<number> =>
  (await call(readEpisode, { as: "ada", params: { id: made.id } })).body.latest_revision_id;

const setSettings = (settings: object) =>
  changeSite(async (site) => ({ settings: { ...site.settings, ...settings } }));

const rename = (name: string) =>
  changeSite(async () => ({ categories: [{ id: world.birds, slug: "birds", name }] }));

const digestNow = async (): Promise<string> => (await read(made.id, "digest")).digest;

test.each<[string, () => Promise<unknown>]>([
  ["the title", () => publishWith({ title: "High water" })],
  ["the address", () => publishWith({ slug: "high-water" })],
  ["the description for search engines", () => publishWith({ search_description: "Of tides" })],
  ["the title for search engines", () => publishWith({ seo_title: "Tides" })],
  ["the visible date", () => publishWith({ visible_date: "2026-03-04T05:06:07Z" })],
  ["the tags", () => publishWith({ tags: ["heron"] })],
  ["the categories", () => publishWith({ categories: [] })],
  ["the categories again", () => publishWith({ categories: [world.birds] })],
  ["the cover's text", () => publishWith({ cover_image: { id: made.cover, alt_text: "Another" } })],
  ["a paragraph", () => publishWith({ overview: [{ type: "paragraph", value: "<p>Mud.</p>" }] })],
  ["the number", () => publishWith({ episode_number: 4 })],
  ["the type", () => publishWith({ episode_type: "bonus" })],
  ["the season", () => publishWith({ season: { id: 2 } })],
  ["the keywords", () => publishWith({ keywords: "mud" })],
  ["whether it is explicit", () => publishWith({ explicit: 2 })],
  ["whether directories show it", () => publishWith({ block: true })],
  [
    "the name of its season",
    () =>
      setPageProperties(world.calls, { seasons: [{ id: 2, key: "s2", number: 2, name: "Another year" }] }),
  ],
  ["whether it is in menus", () => setPageProperties(made.id, { showInMenus: true })],
  ["the name of its category", () => rename("Waders")],
  ["its cover's title", () => makeImage({ title: "A crane", description: "A bird" }, made.cover)],
  ["the files of an image in it", () => makeImage({ collectionId: world.shows }, made.image)],
  ["the title of a video in it", () => makeVideo({ title: "Flood" }, made.video)],
  ["the chapters of its audio", () => makeAudio({ chapters: [] }, made.own)],
  ["the language of the site", () => setSettings({ locale: "de" })],
  ["the address of the site", () => setSettings({ baseUrl: "https://other.example" })],
])("the digest is another one after a change of %s", async (_name, change) => {
  const before = await digestNow();
  await change();
  expect(await digestNow()).not.toBe(before);
});

test.each<[string, () => Promise<unknown>]>([
  ["is published again as it was", () => publishWith({ title: "High water" })],
  ["gets comments", () => setComments(made.id, { permit: () => {}, comments: [commentWith({ id: 1 })] })],
  ["is closed for comments", () => setPageProperties(made.id, { commentsClosed: true })],
  ["has a neighbour", () => createLivePost(world.calls)],
  ["is on a site with another theme", () => setSettings({ theme: "essay" })],
  [
    "is on a site with another category",
    () => changeSite(async () => ({ categories: [{ id: world.weather, slug: "weather", name: "Rain" }] })),
  ],
  ["is read when other media change", () => makeImage()],
])("the digest stays when the page %s", async (_name, change) => {
  const before = await digestNow();
  await change();
  expect(await digestNow()).toBe(before);
});

test("the digest is the same for everybody, from every host, and null where strangers see nothing", async () => {
  await setSettings({ baseUrl: null });
  const digest = await digestNow();
  const params = { id: made.id };
  const headers = { host: "another.test" };
  expect((await call(readLivePage, { params, query: "fields=digest", headers })).body.digest).toBe(digest);
  expect((await call(readLivePage, { params, query: "fields=digest", as: "su" })).body.digest).toBe(digest);
  await setPageProperties(made.id, { restriction: { type: "login" } });
  expect((await call(readLivePage, { params, query: "fields=digest", as: "su" })).body.digest).toBeNull();
  await setPageProperties(made.id, { restriction: null });
});

test("listings of earlier versions have the same content, made from the body", async () => {
  await call(publishPost, { as: "ada", params: { id: made.id } });
  const listing = (await currentCatalog()).listingById(made.id)!;
  const { content, ...earlier } = listing;
  const wanted = { body: false, comments: false, listed: true };
  const [read] = (await readPublicContents([earlier as Listing], wanted))!;
  expect(content).toMatchObject({ digest: expect.any(String), uses: { audio: [made.own, made.audio] } });
  expect(read!.listed).toEqual(content);
});
