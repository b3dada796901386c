// Proves contract rules: pagination, media-choose, media-order, media-query, media-tags,
// media-of-collections, media-parameters, media-objects, collections.

import { beforeAll, describe, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { listAudios, listCollections, listImages, listVideos } from "#lib/routes/editor-media.ts";
import type { Route } from "#lib/routes/route.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { unsetMediaTexts } from "#test/support/unset-fields.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

const routes: Readonly<Record<MediaKind, Route>> = {
  image: listImages,
  audio: listAudios,
  video: listVideos,
};

const ofAllMedia = (allow: readonly string[]) => ({ images: allow, audios: allow, videos: allow });

const group = (name: string, ...grants: readonly [string, readonly string[]][]) => ({
  name,
  admin_access: true,
  collections: grants.map(([collection, allow]) => ({ collection, ...ofAllMedia(allow) })),
});

/**
 * More people: `al` may add everywhere and choose nowhere, `ch` may choose in `Root/Shows/Deep`, `mo` may add
 * in `Root/Shows` and choose in `Root/Shows/Deep`, `ix` may do everything with images only.
 */
const manifest = {
  version: 1,
  collections: [{ path: "Root/Shows/Deep" }, { path: "Root/Open" }],
  groups: [
    group("Adders", ["Root", ["add"]]),
    group("Choosers", ["Root/Shows/Deep", ["choose"]]),
    group("Movers", ["Root/Shows", ["add"]], ["Root/Shows/Deep", ["choose"]]),
    {
      name: "Illustrators",
      admin_access: true,
      collections: [{ collection: "Root", images: ["add", "change", "choose"] }],
    },
  ],
  users: [
    { username: "al", groups: ["Adders"] },
    { username: "ch", groups: ["Choosers"] },
    { username: "mo", groups: ["Movers"] },
    { username: "ix", groups: ["Illustrators"] },
  ],
  tokens: ["al", "ch", "mo", "ix"].map((name) => ({ name, user: name, secret: name })),
};

const userIds: Record<string, number> = {};
const collectionIds: Record<string, number> = {};

/** Collections with a media object of each kind, whose only tag is the collection's path. */
const places = ["Root", "Root/Shows", "Root/Shows/Deep", "Root/Open"];

beforeAll(async () => {
  const { ids } = await applyManifest(manifest);
  Object.assign(collectionIds, ids.collections, { Root: 1, "Root/Shows": world.shows });
  for (const name of ["ada", "bo", "al", "ch"]) userIds[name] = (await readUserByName(name))!.id;
  for (const place of places) {
    const object = { title: `In ${place}`, collectionId: collectionIds[place]!, tags: [place] };
    await Promise.all([makeImage(object), makeAudio(object), makeVideo(object)]);
  }
});

const list = (kind: MediaKind, as: string, query: string | Record<string, string | number> = "") =>
  call(routes[kind], { as, query });

const titlesIn = ({ body }: RouteAnswer): string[] =>
  body.results.map(({ title }: { title: string }) => title);

/** The collections whose objects are in the caller's list. */
const placesSeen = async (kind: MediaKind, as: string): Promise<string[]> => {
  const answers = await Promise.all(places.map((tag) => list(kind, as, { tag })));
  return places.filter((_, index) => answers[index]!.body.count > 0);
};

describe.each(mediaKinds)("the list of %ss", (kind) => {
  test.each<[string, readonly string[]]>([
    ["su", places],
    ["ada", places],
    ["bo", ["Root/Shows", "Root/Shows/Deep"]],
    ["ch", ["Root/Shows/Deep"]],
    ["mo", ["Root/Shows/Deep"]],
    ["al", []],
    ["di", []],
    ["ix", kind === "image" ? places : []],
  ])("shows %s what they may choose: %j", async (as, expected) => {
    expect(await placesSeen(kind, as)).toEqual(expected);
  });

  test("comes in pages, with absolute links that keep the other parameters", async () => {
    const tags = ["paged"];
    const objects = { image: makeImage, audio: makeAudio, video: makeVideo };
    for (let index = 0; index < 5; index++) await objects[kind]({ title: `Page ${index}`, tags });
    const path = `http://x.test/api/editor/media/${kind}s/`;
    const headers = { host: "x.test", "x-forwarded-proto": "http" };
    const at = (query: string) => call(routes[kind], { as: "ada", query, headers });
    const { body } = await at("tag=paged&q=page&pageSize=2&page=2");
    expect({ ...body, results: body.results.length }).toEqual({
      count: 5,
      next: `${path}?page=3&pageSize=2&q=page&tag=paged`,
      previous: `${path}?pageSize=2&q=page&tag=paged`,
      results: 2,
    });
    expect((await at("tag=paged&pageSize=2&page=last")).body).toMatchObject({ next: null });
    expect((await at("tag=paged&pageSize=500")).body).toMatchObject({ next: null, previous: null });
    expect((await at("tag=paged&pageSize=x")).body.results).toHaveLength(5);
  });

  test.each(["0", "-1", "2", "x", "1.5"])("has no page %s", async (page) => {
    const answer = await list(kind, "di", { page });
    expect([answer.status, answer.body]).toEqual([404, { code: "not_found", detail: "Invalid page." }]);
  });

  test("that is empty has a first page", async () => {
    const answer = await list(kind, "di", { page: 1 });
    expect([answer.status, answer.body]).toEqual([
      200,
      { count: 0, next: null, previous: null, results: [] },
    ]);
  });

  test("refuses every other parameter at its name, all of them together", async () => {
    const query = "tags=a&q=x&order=id&tag=b&format=json&Q=c&page=99&limit=1&order=title";
    const { status, body } = await list(kind, "ada", query);
    expect([status, body.code]).toEqual([400, "validation_error"]);
    const codes = Object.entries<{ code: string }[]>(body.errors).map(([name, problems]) => [
      name,
      problems.map(({ code }) => code),
    ]);
    expect(Object.fromEntries(codes)).toEqual({
      Q: ["unsupported_parameter"],
      format: ["unsupported_parameter"],
      limit: ["unsupported_parameter"],
      order: ["unsupported_parameter"],
      tags: ["unsupported_parameter"],
    });
  });

  test("asks DynamoDB as often as knowing the caller does, and once more", async () => {
    await list(kind, "ada");
    expect(await costOf(() => list(kind, "ada"))).toMatchObject({ requests: 2, readUnits: 4, writeUnits: 0 });
  });

  test("shows what was put and no longer what was deleted before the request", async () => {
    const tags = ["fleeting"];
    const { id } = await { image: makeImage, audio: makeAudio, video: makeVideo }[kind]({ tags });
    expect((await list(kind, "ada", { tag: "fleeting" })).body.count).toBe(1);
    await deleteMedia(kind, id);
    expect((await list(kind, "ada", { tag: "fleeting" })).body.count).toBe(0);
  });
});

describe("media are found", () => {
  beforeAll(async () => {
    const createdAt = "2026-03-01T00:00:00.000Z";
    await makeImage({ title: "100 % Reiher", tags: ["found", "low water"], createdAt });
    await makeImage({ title: "reiher_im Moor", tags: ["found"], createdAt });
    await makeImage({ title: "A hen", tags: ["found", "Marsh"], createdAt: "2026-03-02T00:00:00.000Z" });
    await makeAudio({ title: null, subtitle: "At Night", tags: ["found"] });
  });

  test.each<[MediaKind, string, readonly (string | null)[]]>([
    ["image", "q=REIHER", ["reiher_im Moor", "100 % Reiher"]],
    ["image", "q=hen&q=%25", ["100 % Reiher"]],
    ["image", "q=_", ["reiher_im Moor"]],
    ["image", "q=", ["A hen", "reiher_im Moor", "100 % Reiher"]],
    ["image", "q=h%00en", ["A hen"]],
    ["audio", "q=night", [null]],
    ["audio", "q=day", []],
  ])("%ss with %s, newest first", async (kind, query, expected) => {
    expect(titlesIn(await list(kind, "ada", `tag=found&${query}`))).toEqual(expected);
  });

  test.each<[string, readonly string[]]>([
    ["tag=found&tag=low+water", ["100 % Reiher"]],
    ["tag=low+water&tag=Marsh", []],
    ["tag=marsh", []],
    ["tag=Marsh&tag=Marsh", ["A hen"]],
    ["tag=", []],
    ["tag=low", []],
  ])("with %s", async (query, expected) => {
    expect(titlesIn(await list("image", "ada", query))).toEqual(expected);
  });

  test("in one collection, without those below it", async () => {
    const inPlace = (as: string, place: string) =>
      list("image", as, { collection: collectionIds[place]!, pageSize: 200 });
    expect(titlesIn(await inPlace("ada", "Root/Shows"))).toEqual(["In Root/Shows"]);
    expect(titlesIn(await inPlace("su", "Root/Shows/Deep"))).toEqual(["In Root/Shows/Deep"]);
    expect(titlesIn(await inPlace("ch", "Root/Shows"))).toEqual([]);
    expect(titlesIn(await list("image", "ada", { collection: 4_000_000 }))).toEqual([]);
  });

  test.each(["", "0", "-1", "x", "1.5", "Root"])(
    "not in a collection %j, which is refused",
    async (collection) => {
      const { status, body } = await list("image", "ada", { collection });
      expect([status, body.errors?.collection?.[0].code]).toEqual([400, "invalid"]);
    },
  );

  test("also by as many tags as an address has room for", async () => {
    const query = Array.from({ length: 1_400 }, (_, index) => `tag=${index.toString(36)}`).join("&");
    expect((await list("image", "ada", query)).body.count).toBe(0);
  });
});

describe("a media object of the editor", () => {
  const only = async (kind: MediaKind, as: string, tag: string) =>
    (await list(kind, as, { tag })).body.results[0];

  test("is an image with its size, its tags in stored order, and its file on this site", async () => {
    const image = await makeImage({ title: "A heron", tags: ["shown", "b", "a"] });
    expect(await only("image", "ada", "shown")).toEqual({
      ...unsetMediaTexts("image"),
      id: image.id,
      type: "images.Image",
      title: "A heron",
      file: `/media/${image.file.key}`,
      width: 1920,
      height: 1280,
      collection: { id: 1, name: "Root" },
      tags: ["shown", "b", "a"],
      edit_url: `/cms/images/${image.id}/edit/`,
    });
  });

  test("is an audio with what it has of each format", async () => {
    const audio = await makeAudio({ subtitle: "Of many", tags: ["shown"] });
    expect(await only("audio", "ada", "shown")).toEqual({
      ...unsetMediaTexts("audio"),
      ...byAudioFormat(() => null),
      id: audio.id,
      type: "site.Audio",
      title: "Episode one",
      subtitle: "Of many",
      transcript_diarization_mode: "inherit",
      file_formats: "mp3 opus",
      mp3: `/media/${audio.files.mp3!.key}`,
      m4a: null,
      oga: null,
      opus: `/media/${audio.files.opus!.key}`,
      collection: { id: 1, name: "Root" },
      tags: ["shown"],
      edit_url: `/cms/audios/${audio.id}/edit/`,
    });
  });

  test("is a video with its poster, or without", async () => {
    const video = await makeVideo({ tags: ["shown"], collectionId: collectionIds["Root/Shows"]! });
    expect(await only("video", "ada", "shown")).toEqual({
      id: video.id,
      type: "site.Video",
      title: "A clip",
      original: `/media/${video.original.key}`,
      poster: `/media/${video.poster!.key}`,
      collection: { id: collectionIds["Root/Shows"], name: "Shows" },
      tags: ["shown"],
      edit_url: `/cms/videos/${video.id}/edit/`,
    });
    await makeVideo({ tags: ["bare"], poster: null, posterThumbnail: null });
    expect(await only("video", "ada", "bare")).toMatchObject({ poster: null });
  });

  test.each<[string, string, boolean]>([
    ["su", "nobody", true],
    ["ada", "nobody", true],
    ["bo", "bo", true],
    ["bo", "ada", false],
    ["bo", "nobody", false],
    ["ch", "ch", false],
  ])("can be edited by %s when it is %s's: %s", async (as, owner, expected) => {
    const tag = `of ${owner} for ${as}`;
    const ownerId = userIds[owner] ?? null;
    const { id } = await makeImage({
      tags: [tag],
      ownerId,
      collectionId: collectionIds["Root/Shows/Deep"]!,
    });
    const { edit_url } = await only("image", as, tag);
    expect(edit_url).toBe(expected ? `/cms/images/${id}/edit/` : null);
  });

  test("is not shown for being one's own", async () => {
    await makeImage({ tags: ["own"], ownerId: userIds.al! });
    expect(await only("image", "al", "own")).toBeUndefined();
  });

  test("is shown to superusers even where its collection is unknown", async () => {
    await makeImage({ tags: ["lost"], collectionId: 999 });
    expect(await only("image", "su", "lost")).toMatchObject({ collection: { id: 999, name: "" } });
    expect(await only("image", "ada", "lost")).toBeUndefined();
  });
});

describe("upload collections", () => {
  const collections = (as: string, query: string) => call(listCollections, { as, query });
  const namesOf = async (as: string, type: MediaKind): Promise<string[]> =>
    (await collections(as, `type=${type}`)).body.results.map(
      ({ breadcrumb }: { breadcrumb: string }) => breadcrumb,
    );

  const all = ["Root", "Root / Shows", "Root / Shows / Deep", "Root / Open"];

  test.each<[string, readonly string[], readonly string[]]>([
    ["su", all, all],
    ["ada", all, all],
    ["bo", ["Root / Shows", "Root / Shows / Deep"], ["Root / Shows", "Root / Shows / Deep"]],
    ["al", [], all],
    ["mo", ["Root / Shows / Deep"], ["Root / Shows", "Root / Shows / Deep"]],
    ["ch", [], []],
    ["di", [], []],
    ["ix", all, []],
  ])("of %s are, in tree order, %j for images and %j for sound and film", async (as, images, recordings) => {
    expect(await namesOf(as, "image")).toEqual(images);
    expect(await namesOf(as, "audio")).toEqual(recordings);
    expect(await namesOf(as, "video")).toEqual(recordings);
  });

  test("say what is above them, also what the caller may not use", async () => {
    const { body } = await collections("mo", "type=image");
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id: collectionIds["Root/Shows/Deep"],
          name: "Deep",
          breadcrumb: "Root / Shows / Deep",
          ancestors: [
            { id: 1, name: "Root" },
            { id: collectionIds["Root/Shows"], name: "Shows" },
          ],
        },
      ],
    });
  });

  test("come in pages", async () => {
    const { body } = await collections("ada", "type=video&page=2&pageSize=3");
    expect(body).toMatchObject({ count: 4, next: null, results: [{ name: "Open" }] });
    expect(body.previous).toMatch(/\/api\/editor\/media\/collections\/\?pageSize=3&type=video$/);
    expect((await collections("ada", "type=video&page=2")).body).toEqual({
      code: "not_found",
      detail: "Invalid page.",
    });
  });

  test.each<[string, Record<string, string>]>([
    ["", { type: "required" }],
    ["type=", { type: "invalid_choice" }],
    ["type=images", { type: "invalid_choice" }],
    ["type=image&type=Image", { type: "invalid_choice" }],
    ["q=x&tag=y", { q: "unsupported_parameter", tag: "unsupported_parameter", type: "required" }],
    ["type=image&format=json", { format: "unsupported_parameter" }],
  ])("are refused for ?%s, with all that is wrong", async (query, expected) => {
    const { status, body } = await collections("ada", query);
    const found = Object.entries<{ code: string }[]>(body.errors).map(([name, [first]]) => [
      name,
      first!.code,
    ]);
    expect([status, Object.fromEntries(found)]).toEqual([400, expected]);
  });

  test("ask DynamoDB for no more than knowing the caller takes", async () => {
    const cost = await costOf(() => collections("ada", "type=image"));
    expect(cost).toMatchObject({ requests: 1, readUnits: 3, writeUnits: 0 });
  });
});
