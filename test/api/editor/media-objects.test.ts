// Proves contract rules: media-details, media-changes, alt-text, chapters-of-audios, media-in-use,
// parts-sha256.

import { beforeAll, describe, expect, test } from "vitest";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { requireUnused } from "#lib/catalog/uses/require-unused.ts";
import { partsHash, partsSha256Of } from "#lib/files/part-checksum.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { usualPartBytes } from "#lib/media/upload.ts";
import { podcastDefaults } from "#lib/pages/podcast.ts";
import { listChanges } from "#lib/routes/changes.ts";
import { listAudios, listImages, uploadImage } from "#lib/routes/editor-media.ts";
import {
  deleteAudio,
  deleteImage,
  deleteVideo,
  readEditorAudio,
  readEditorImage,
  readEditorVideo,
  updateAudio,
  updateImage,
  updateVideo,
} from "#lib/routes/editor-media-objects.ts";
import { publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { emptySite } from "#lib/site/site.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putPage, readPage } from "#lib/store/pages.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { checksumOf } from "#test/support/uploads.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

const routes: Readonly<Record<MediaKind, { read: Route; update: Route; remove: Route }>> = {
  image: { read: readEditorImage, update: updateImage, remove: deleteImage },
  audio: { read: readEditorAudio, update: updateAudio, remove: deleteAudio },
  video: { read: readEditorVideo, update: updateVideo, remove: deleteVideo },
};

const make = (kind: MediaKind, given: { collectionId?: number; ownerId?: number }): Promise<Media> =>
  kind === "image" ? makeImage(given) : kind === "audio" ? makeAudio(given) : makeVideo(given);

const codesOf = ({ status, body }: { status: number; body: RouteAnswer["body"] }) => [
  status,
  body.errors
    ? Object.entries<{ code: string }[]>(body.errors).map(([path, [first]]) => `${path}/${first?.code}`)
    : body.code,
];

/** Beside the world's people: `re` may delete in `Root/Shows`, `mo` change there and add images below it. */
beforeAll(async () => {
  await applyManifest({
    version: 1,
    collections: [{ path: "Root/Shows/Deep" }],
    groups: [
      {
        name: "Removers",
        admin_access: true,
        collections: [
          { collection: "Root/Shows", images: ["delete"], audios: ["delete"], videos: ["delete"] },
        ],
      },
      {
        name: "Movers",
        admin_access: true,
        collections: [
          { collection: "Root/Shows", images: ["change"], audios: ["change"], videos: ["change"] },
          { collection: "Root/Shows/Deep", audios: ["add"], videos: ["add"], images: ["add"] },
        ],
      },
    ],
    users: [
      { username: "re", groups: ["Removers"] },
      { username: "mo", groups: ["Movers"] },
    ],
    tokens: ["re", "mo"].map((name) => ({ name, user: name, secret: name })),
  });
});

describe.each(mediaKinds)("%s", (kind) => {
  const { read, update, remove } = routes[kind];
  const params = (id: number) => ({ params: { id } });

  test("it is read, changed and deleted by those who may, and by nobody else", async () => {
    const bo = (await readUserByName("bo"))!;
    const own = await make(kind, { collectionId: world.shows, ownerId: bo.id });
    const other = await make(kind, { collectionId: world.shows });
    const rows = [
      ["ada", own, 200, 200],
      ["bo", own, 200, 200],
      ["bo", other, 200, 403],
      ["re", own, 200, 403],
      ["mo", own, 200, 200],
      ["cy", own, 403, 403],
      ["su", own, 200, 200],
    ] as const;
    for (const [as, { id }, reads, changes] of rows) {
      const got = await call(read, { as, ...params(id) });
      const changed = await call(update, { as, ...params(id), body: { tags: ["b", "a", "b"] } });
      expect([as, got.status, changed.status]).toEqual([as, reads, changes]);
      if (changes === 200) expect(changed.body).toEqual({ ...got.body, tags: ["a", "b"] });
    }
    for (const route of [read, update, remove])
      expect(codesOf(await call(route, { as: "ada", ...params(771_177) }))).toEqual([404, "not_found"]);
    for (const as of ["bo", "cy"])
      expect(codesOf(await call(remove, { as, ...params(other.id) }))).toEqual([403, "permission_denied"]);
    expect((await call(update, { as: "ada-none", ...params(own.id), body: {} })).body.code).toBe(
      "insufficient_scope",
    );
    expect((await call(remove, { as: "ada-write", ...params(own.id) })).body.code).toBe("insufficient_scope");
    expect((await call(remove, { as: "re", ...params(other.id) })).status).toBe(204);
    expect((await call(remove, { as: "bo", ...params(own.id) })).status).toBe(204);
    expect((await call(read, { as: "ada", ...params(own.id) })).status).toBe(404);
  });

  test("it moves to collections that the caller may upload to", async () => {
    const { id } = await make(kind, { collectionId: world.shows });
    const move = (as: string, collection: unknown) =>
      call(update, { as, ...params(id), body: { title: "Moved", collection } });
    const denied = [400, ["collection/collection_permission_denied"]];
    for (const collection of [1, 771_177]) expect(codesOf(await move("mo", collection))).toEqual(denied);
    expect(codesOf(await move("ada", "here"))).toEqual([400, ["collection/invalid"]]);
    expect((await move("mo", world.shows)).status).toBe(200);
    expect((await move("ada", 1)).body.collection).toEqual({ id: 1, name: "Root" });
    expect((await move("mo", world.shows)).status).toBe(403);
  });

  test("a request that is repeated with its key is done once", async () => {
    const { id } = await make(kind, {});
    const headers = { "idempotency-key": `once-${kind}` };
    const send = () => call(update, { as: "ada", ...params(id), body: { title: "Once" }, headers });
    const first = await send();
    expect(first.status).toBe(200);
    await call(update, { as: "ada", ...params(id), body: { title: "Later" } });
    const again = await send();
    expect([again.status, again.headers["idempotency-replayed"], again.body.title]).toEqual([
      200,
      "true",
      "Later",
    ]);
    const gone = () =>
      call(remove, { as: "ada", ...params(id), headers: { "idempotency-key": `gone-${kind}` } });
    const answers = await Promise.all([gone(), gone(), gone()]);
    expect((await gone()).status).toBe(204);
    expect(answers.every(({ status }) => status === 204 || status === 409)).toBe(true);
    expect(codesOf(await call(remove, { as: "ada", ...params(id) }))).toEqual([404, "not_found"]);
  });
});

test("an image's text is what posts that show it have, and builders are told of a change", async () => {
  const { id } = await makeImage();
  const post = await createLivePost(world.notes, { detail: [{ type: "image", value: { id } }] });
  const { cursor } = (await call(listChanges, {})).body;
  const { body } = await call(updateImage, {
    as: "ada",
    params: { id },
    body: { alt_text: " A heron, fishing ", title: "Heron" },
  });
  expect(body).toMatchObject({
    title: "Heron",
    alt_text: "A heron, fishing",
    renditions: [{ width: 512, height: 341, url: expect.stringContaining("/media/") }, { width: 1600 }],
  });
  const page = await call(readLivePage, { params: { id: post.id }, query: "fields=*,media" });
  expect(page.body.media[0]).toMatchObject({ title: "Heron", alt_text: "A heron, fishing" });
  const told = (await call(listChanges, { query: `cursor=${cursor}` })).body.results;
  expect(told).toMatchObject([{ id: post.id, change: "updated" }]);
  const same = { as: "ada", params: { id }, body: { title: "Heron", tags: [] } };
  expect((await costOf(() => call(updateImage, same))).writeUnits).toBe(0);
});

test("wrong fields are reported together, and nothing is changed", async () => {
  const { id } = await makeAudio({ title: "Kept" });
  const put = (body: object) => call(updateAudio, { as: "ada", params: { id }, body });
  const chapter = (start: unknown, more: object = {}) => ({ start, title: "Dawn", ...more });
  const rows: readonly [object, readonly string[]][] = [
    [
      { title: "", subtitle: 1e3, tags: "a", collection: null },
      ["title/blank", "tags/not_a_list", "collection/null"],
    ],
    [{ title: "x".repeat(256), tags: [null] }, ["title/max_length", "tags.0/null"]],
    [{ tags: Array.from({ length: 201 }, (_, index) => `t${index}`) }, ["tags/max_length"]],
    [
      { chapters: [chapter("25:00:00"), chapter(-1), chapter(null)] },
      ["chapters.0.start/invalid", "chapters.1.start/invalid", "chapters.2.start/null"],
    ],
    [
      { chapters: [chapter(86_400), chapter("1e3")] },
      ["chapters.0.start/invalid", "chapters.1.start/invalid"],
    ],
    [
      { chapters: [{ start: 1 }, 7] },
      ["chapters.0.title/required", "chapters.1/invalid", "chapters.1.non_field_errors/invalid"],
    ],
    [{ chapters: [chapter(1, { link: "javascript:alert(1)" })] }, ["chapters.0.link/invalid"]],
    [{ chapters: [chapter("1:00"), chapter(2), chapter(60)] }, ["chapters.2.start/duplicate"]],
    [{ chapters: Array.from({ length: 1_001 }, (_, start) => chapter(start)) }, ["chapters/max_length"]],
    [
      { chapters: Array.from({ length: 600 }, (_, start) => chapter(start, { title: "x".repeat(200) })) },
      ["chapters/max_length"],
    ],
  ];
  for (const [body, problems] of rows) expect(codesOf(await put(body))).toEqual([400, problems]);
  expect((await call(readEditorAudio, { as: "ada", params: { id } })).body.title).toBe("Kept");
  const chapters = [chapter("1:02:03.4567", { link: "https://a.example/" }), chapter(0.5)];
  const { body } = await put({ title: null, subtitle: null, chapters });
  expect([body.title, body.subtitle]).toEqual([null, null]);
  expect(body.chapters).toEqual([
    { start: 0.5, title: "Dawn", link: "", image: "" },
    { start: 3723.456, title: "Dawn", link: "https://a.example/", image: "" },
  ]);
});

test("two who change an object at once both have their way", async () => {
  const { id } = await makeVideo();
  const changes = [{ title: "New" }, { tags: ["new"] }, { collection: world.shows }];
  const answers = await Promise.all(
    changes.map((body) => call(updateVideo, { as: "ada", params: { id }, body })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await call(readEditorVideo, { as: "ada", params: { id } })).body).toMatchObject({
    title: "New",
    tags: ["new"],
    collection: { id: world.shows },
  });
});

describe("an object in use", () => {
  const remove = (kind: MediaKind, id: number, query = "") =>
    call(routes[kind].remove, { as: "ada", params: { id }, query });

  test("is kept, with the pages that use it, whether public, in a draft or in both", async () => {
    const [cover, inGallery, film] = [await makeImage(), await makeImage(), await makeVideo()];
    const gallery = [{ type: "gallery", value: [{ id: inGallery.id, caption: "" }] }];
    const draft = await createDraft(world.notes, { cover_image: { id: cover.id }, detail: gallery });
    const live = await createLivePost(world.notes, {
      overview: [{ type: "video", value: { id: film.id } }, ...gallery],
    });
    const body = { base_revision_id: live.latest_revision_id, overview: [] };
    await call(updatePost, { as: "ada", params: { id: live.id }, body });
    const refusals = [
      await remove("image", cover.id),
      await remove("image", inGallery.id),
      await remove("video", film.id),
    ];
    expect(refusals.map((refusal) => [...codesOf(refusal), refusal.body.pages])).toEqual([
      [409, "in_use", [draft.id]],
      [409, "in_use", [draft.id, live.id]],
      [409, "in_use", [live.id]],
    ]);
    expect((await call(publishPost, { as: "ada", params: { id: live.id } })).status).toBe(200);
    expect((await remove("video", film.id)).status).toBe(204);
    expect(codesOf(await remove("image", inGallery.id, "force=yes"))).toEqual([400, ["force/invalid"]]);
    expect((await remove("image", inGallery.id, "force=true")).status).toBe(204);
  });

  test("is found where a page's row does not say what it uses", async () => {
    const { id: imageId } = await makeImage();
    const { id } = await createDraft(world.notes, { cover_image: { id: imageId } });
    await commitDecision(async () => {
      const { version, ...row } = (await readPage(id))!;
      const { media: _, ...summary } = row.summary!;
      return { writes: [putPage({ ...row, summary, version: version + 1 }, version)], value: undefined };
    });
    expect((await remove("image", imageId)).body.pages).toEqual([id]);
  });

  test("may be a podcast's artwork, a person's picture, or one of the site's", async () => {
    const [art, face, sign] = [await makeImage(), await makeImage(), await makeImage()];
    const person = { name: "Ada", role: "", group: "", link: "", image: face.id };
    const podcast = { ...podcastDefaults, artwork: art.id, persons: [person] };
    await saveDraft(world.calls, {
      authorId: null,
      permit: () => {},
      change: (latest) => ({ ...latest, podcast }),
    });
    for (const { id } of [art, face]) expect((await remove("image", id)).body.pages).toEqual([world.calls]);
    const settings = { ...emptySite.settings, favicon: sign.id };
    await expect(requireUnused("image", sign.id, settings)).rejects.toMatchObject({ code: "in_use" });
    await expect(requireUnused("video", sign.id, settings)).resolves.toBeUndefined();
  });

  test("is looked for with at most six requests, once the pages are known", async () => {
    const [first, looked, forced] = [await makeAudio(), await makeAudio(), await makeAudio()];
    await remove("audio", first.id);
    await remove("audio", forced.id, "force=true");
    const again = await makeAudio();
    const [withLook, without] = [
      await costOf(() => remove("audio", looked.id)),
      await costOf(() => remove("audio", again.id, "force=true")),
    ];
    expect(withLook.requests - without.requests).toBeLessThanOrEqual(6);
  });
});

test("media are found by the checksum of their parts, whichever file it is of, and shown with it", async () => {
  const [mp3, opus, other] = ["a", "b", "c"].map((digit) => digit.repeat(64)) as [string, string, string];
  const given = await makeAudio();
  const files = {
    mp3: { ...given.files.mp3!, partsSha256: mp3 },
    opus: { ...given.files.opus!, partsSha256: opus },
  };
  const { id } = await makeAudio({ files });
  const find = (query: string) => call(listAudios, { as: "ada", query });
  for (const sum of [mp3, opus.toUpperCase()]) {
    const { body } = await find(`parts_sha256=${other}&parts_sha256=${sum}&details=true`);
    expect(body.results).toMatchObject([{ id, parts_sha256: mp3, duration: 61.5, chapters: [] }]);
  }
  const { body: plain } = await find(`parts_sha256=${mp3}`);
  expect(plain.results).toHaveLength(1);
  expect(plain.results[0]).not.toHaveProperty("parts_sha256");
  expect((await find(`parts_sha256=${other}`)).body.count).toBe(0);
  expect((await call(listAudios, { as: "cy", query: `parts_sha256=${mp3}` })).body.count).toBe(0);
  expect((await call(readEditorAudio, { as: "ada", params: { id: given.id } })).body.parts_sha256).toBeNull();
  const many = new URLSearchParams(Array.from({ length: 101 }, () => ["parts_sha256", other]));
  expect(codesOf(await find(`${many}`))).toEqual([400, ["parts_sha256/max_length"]]);
  expect(codesOf(await find("parts_sha256=abc&details=1"))).toEqual([
    400,
    ["parts_sha256/invalid", "details/invalid"],
  ]);
});

test("a file in a form has the checksum of its content as it was sent, whatever is stored of it", async () => {
  const sent = await samplePicture("jpeg", { width: 40, height: 30 });
  const form = { collection: "1", title: "A heron", file: formFile("heron.jpg", sent, "image/jpeg") };
  const { body } = await call(uploadImage, { as: "ada", ...(await multipart(form)) });
  const found = await call(listImages, { as: "ada", query: `parts_sha256=${checksumOf(sent)}&details=true` });
  expect(found.body.results).toMatchObject([{ id: body.id, parts_sha256: checksumOf(sent) }]);
});

test("the checksum is the same in one piece and in many", () => {
  const bytes = Buffer.alloc(usualPartBytes * 2 + 5, "reed");
  const hash = partsHash(bytes.length);
  for (let start = 0; start < bytes.length; start += 999_983)
    hash.update(bytes.subarray(start, start + 999_983));
  const parts = [0, 1, 2].map((number) =>
    bytes.subarray(number * usualPartBytes, (number + 1) * usualPartBytes),
  );
  expect(hash.digest()).toBe(checksumOf(...parts));
  expect(partsSha256Of(bytes.subarray(0, usualPartBytes))).toBe(
    checksumOf(bytes.subarray(0, usualPartBytes)),
  );
});
