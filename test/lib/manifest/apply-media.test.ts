import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { Outcome } from "#lib/manifest/apply/outcome.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import { filesOf, type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { allMedia, readMediaOfKind } from "#lib/store/media.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { storedFile, storedFileKeys, useFiles } from "#test/support/files.ts";
import { addMedia } from "#test/support/media.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { interruptAfter } from "./interrupted-writes.ts";
import { everyMedia, filmBeginning, useMediaFolder } from "./media-folder.ts";

const folder = useMediaFolder();
useFiles();
beforeEach(async () => {
  await useEmptyTable();
  const files = await openFiles();
  for await (const { key } of files.list()) await files.delete(key);
});

const apply = (
  manifest: object,
  options: { readonly prune?: boolean | "all"; readonly dryRun?: boolean } = {},
) => applyManifest({ version: 1, ...manifest }, { folder: folder.path, ...options });

const stored = async <Kind extends MediaKind>(kind: Kind, { ids }: Outcome, key: string) =>
  (await readMediaOfKind(kind, [ids[`${kind}s`][key]!]))[0]!;

const everything = async (): Promise<readonly Media[]> => {
  const all: Media[] = [];
  for (const kind of mediaKinds) for await (const page of allMedia(kind)) all.push(...page);
  return all;
};

const keysOf = (all: readonly Media[]) =>
  all
    .flatMap(filesOf)
    .map(({ key }) => key)
    .sort();

/** The media of one kind, and what they name: four objects. */
const mediaOf = (kind: `${MediaKind}s`) => ({
  users: everyMedia.users,
  collections: everyMedia.collections,
  [kind]: everyMedia[kind],
});

/** The same with one object changed. */
const changed = (kind: `${MediaKind}s`, key: string, fields: object) => {
  const entries = everyMedia[kind].map((entry) => (entry.key === key ? { ...entry, ...fields } : entry));
  return { ...mediaOf(kind), [kind]: entries };
};

test("every field of an image, an audio and a video is stored, with its files, and its id is told", async () => {
  const outcome = await apply(everyMedia);
  expect(outcome).toMatchObject({ created: 8, updated: 0, deleted: 0 });
  const owner = { ownerId: outcome.ids.users.ada, createdAt: "2026-01-02T03:04:05.000Z" };
  const shows = outcome.ids.collections["Root/Shows"];
  expect(await stored("image", outcome, "heron")).toMatchObject({
    ...owner,
    key: "heron",
    title: "A heron",
    description: "It stands.",
    focalPoint: { x: 0.25, y: 0.75 },
    collectionId: shows,
    tags: ["birds", "Water"],
    file: { contentType: "image/jpeg", width: 60, height: 40 },
    cover: { contentType: "image/webp" },
  });
  expect(await stored("audio", outcome, "one")).toMatchObject({
    ...owner,
    title: "Episode one",
    subtitle: "Where we begin",
    collectionId: shows,
    files: { mp3: { contentType: "audio/mpeg" }, opus: { contentType: "audio/opus" } },
    durationSeconds: expect.closeTo(2.04, 2),
    chapters: [
      { startSeconds: 0, title: "Intro", link: "", image: "" },
      {
        startSeconds: 62.5,
        title: "Middle",
        link: "https://notes.example/",
        image: "https://notes.example/middle.jpg",
      },
    ],
    transcript: { contentType: "application/json" },
    transcriptDiarizationMode: "disabled",
  });
  expect(await stored("audio", outcome, "bare")).toMatchObject({
    title: null,
    subtitle: null,
    collectionId: 1,
    tags: [],
    ownerId: null,
    durationSeconds: expect.closeTo(2.04, 2),
    chapters: [
      { startSeconds: 0, title: "Dawn", link: "", image: "" },
      { startSeconds: 0.7, title: "The long wait", link: "", image: "" },
      { startSeconds: 1.4, title: "Dusk", link: "", image: "" },
    ],
    transcript: null,
    transcriptDiarizationMode: "inherit",
  });
  const clip = await stored("video", outcome, "clip");
  expect(clip).toMatchObject({
    ...owner,
    title: "A clip",
    collectionId: 1,
    original: { contentType: "video/mp4" },
    poster: { width: 640, height: 360 },
    posterThumbnail: { width: 300, height: 169 },
  });
  expect(await stored("video", outcome, "plain")).toMatchObject({ poster: null, posterThumbnail: null });
  expect(await storedFileKeys()).toEqual(keysOf(await everything()));
  expect((await storedFile(clip.original.key)).content).toBe(filmBeginning);
});

test("an image is stored without what says where it was taken, and is known again by that", async () => {
  const outcome = await apply(everyMedia);
  const { file } = await stored("image", outcome, "heron");
  expect((await storedFile(file.key)).content).toContain("Ada of the marsh");
  expect((await storedFile(file.key)).content).not.toContain("\x25\x88\x04\0");
  expect(await apply(everyMedia)).toMatchObject({ created: 0, updated: 0 });
});

test("the picture for links of a new or replaced file is cut around the focal point that the file says", async () => {
  const half = { create: { width: 300, height: 100, channels: 3, background: "white" } } as const;
  const halves = await sharp({ create: { ...half.create, height: 200, background: "navy" } })
    .composite([{ input: half, left: 0, top: 100 }])
    .png()
    .toBuffer();
  await folder.write("media/halves.png", halves);
  const image = { key: "halves", title: "Halves", file: "media/halves.png" };
  const digestsOf = async (said: object) => {
    const outcome = await apply({ images: [{ ...image, ...said }] });
    const { cover, share } = await stored("image", outcome, "halves");
    return [cover, share!].map(({ key }) => mediaFileNameIn(key)?.digest);
  };
  const [cover, upper] = await digestsOf({ focal_point: { x: 0.5, y: 0 } });
  await useEmptyTable();
  const [sameCover, middle] = await digestsOf({});
  expect([sameCover === cover, middle === upper]).toEqual([true, false]);
  await digestsOf({ file: "media/egret.png" });
  expect(await digestsOf({ focal_point: { x: 0.5, y: 0 } })).toEqual([cover, upper]);
});

test("a second run changes nothing and says so", async () => {
  const { ids } = await apply(everyMedia);
  const before = await everything();
  expect(await apply(everyMedia)).toMatchObject({ created: 0, updated: 0, unchanged: 8, deleted: 0, ids });
  expect(await everything()).toEqual(before);
});

test("the root collection is stored", async () => {
  const { ids } = await apply({ images: [{ key: "heron", file: "media/heron.jpg", title: "A heron" }] });
  expect(ids.collections).toEqual({ Root: 1 });
});

describe("a change", () => {
  test.each([
    ["images", "heron", { title: "Another", tags: [], description: "" }],
    ["images", "heron", { collection: "Root", owner: null }],
    ["images", "heron", { focal_point: undefined }],
    ["images", "heron", { focal_point: null }],
    ["images", "egret", { focal_point: { x: 1, y: 0 } }],
    ["images", "egret", { created_at: "2026-02-02T00:00:00.000Z" }],
    ["audios", "one", { title: undefined, subtitle: undefined, chapters: [] }],
    ["audios", "one", { chapters: undefined }],
    ["audios", "bare", { chapters: [] }],
    ["audios", "one", { transcript_diarization_mode: "inherit" }],
    ["videos", "clip", { title: "Another" }],
  ] as const)("of %s %s to %j changes that object and no file", async (kind, key, fields) => {
    await apply(mediaOf(kind));
    const files = await storedFileKeys();
    const file = changed(kind, key, fields);
    expect(await apply(file)).toMatchObject({ created: 0, updated: 1, unchanged: 3 });
    expect(await apply(file)).toMatchObject({ updated: 0, unchanged: 4 });
    expect(await storedFileKeys()).toEqual(files);
  });

  test.each([
    ["images", "heron", { file: "media/egret.png" }],
    ["audios", "one", { opus: undefined }],
    ["audios", "one", { oga: "media/one.ogg" }],
    ["audios", "one", { transcript: undefined }],
    ["videos", "clip", { poster: undefined }],
    ["videos", "clip", { poster: "media/heron.jpg" }],
    ["videos", "plain", { original: "media/clip.mov" }],
  ] as const)(
    "of the files of %s %s to %j replaces them, and what is not named goes",
    async (kind, key, fields) => {
      await folder.write("media/one.ogg", await readFile(recordingPath("chapters.oga")));
      await folder.write("media/clip.mov", "\0\0\0\x20moov");
      const { ids } = await apply(mediaOf(kind));
      const file = changed(kind, key, fields);
      expect(await apply(file)).toMatchObject({ created: 0, updated: 1, unchanged: 3, ids });
      expect(await storedFileKeys()).toEqual(keysOf(await everything()));
      expect(await apply(file)).toMatchObject({ updated: 0, unchanged: 4 });
    },
  );

  test("of a file's content is seen, though its name is the same", async () => {
    const file = { images: [{ key: "moving", file: "media/moving.png", title: "Moving" }] };
    await folder.write("media/moving.png", await samplePicture("png", { colour: "red" }));
    const first = await stored("image", await apply(file), "moving");
    await folder.write("media/moving.png", await samplePicture("png", { colour: "blue" }));
    const second = await stored("image", await apply(file), "moving");
    expect(second).toMatchObject({ id: first.id, version: 2, createdAt: first.createdAt });
    expect(second.file.key).not.toBe(first.file.key);
    expect(await storedFileKeys()).toEqual(keysOf([second]));
  });

  test("of an audio's files has its duration read again, and nothing else does", async () => {
    const { ids } = await apply(mediaOf("audios"));
    const id = ids.audios.one!;
    await putMedia("audio", id, (current) => ({ ...current!, durationSeconds: 61.5 }));
    const retitled = await apply(changed("audios", "one", { title: "Another" }));
    expect(await stored("audio", retitled, "one")).toMatchObject({ durationSeconds: 61.5 });
    const shortened = await apply(changed("audios", "one", { opus: undefined }));
    expect(await stored("audio", shortened, "one")).toMatchObject({
      durationSeconds: expect.closeTo(2.04, 2),
    });
  });
});

test("an owner and a date that the file does not name stay", async () => {
  const bare = { images: [{ key: "heron", file: "media/heron.jpg", title: "A heron" }] };
  const dated = { images: [{ ...bare.images[0], created_at: "2020-01-01", owner: "ada" }] };
  await apply({ ...dated, users: everyMedia.users });
  expect(await apply(bare)).toMatchObject({ updated: 0, unchanged: 1 });
});

test("--dry-run says what would be done, and stores neither rows nor files", async () => {
  const outcome = await apply(everyMedia, { dryRun: true });
  expect(outcome).toMatchObject({ created: 8, ids: { images: {}, audios: {}, videos: {} } });
  expect(await everything()).toEqual([]);
  expect(await storedFileKeys()).toEqual([]);
  await apply(everyMedia);
  const before = await storedFileKeys();
  const file = { ...everyMedia, ...changed("images", "heron", { file: "media/egret.png" }), audios: [] };
  expect(await apply(file, { dryRun: true, prune: true })).toMatchObject({
    updated: 1,
    deleted: 2,
  });
  expect(await storedFileKeys()).toEqual(before);
});

test("an object that the file does not name stays; with prune it is deleted with its files, and its key is free", async () => {
  const { ids } = await apply(everyMedia);
  const less = { ...everyMedia, images: everyMedia.images.slice(1), audios: [], videos: [] };
  expect(await apply(less)).toMatchObject({ deleted: 0, unchanged: 3 });
  expect(await everything()).toHaveLength(6);
  expect(await apply(less, { prune: true })).toMatchObject({ deleted: 5, unchanged: 3 });
  const rest = await everything();
  expect(rest.map(({ key }) => key)).toEqual(["egret"]);
  expect(await storedFileKeys()).toEqual(keysOf(rest));
  const again = await apply(everyMedia);
  expect(again).toMatchObject({ created: 5 });
  expect(again.ids.images.heron).toBeGreaterThan(ids.images.heron!);
});

test("media that somebody uploaded stay as they are, and go when the file is the whole truth", async () => {
  const { ids } = await apply(everyMedia);
  const { key: _, ...heron } = (await readMediaOfKind("image", [ids.images.heron!]))[0]!;
  const upload = await addMedia("image", () => heron);
  await apply(everyMedia);
  expect((await readMediaOfKind("image", [upload.id]))[0]).toEqual(upload);
  expect(await apply(everyMedia, { prune: true })).toMatchObject({ deleted: 0, kept: { image: 1 } });
  expect(await apply(everyMedia, { prune: "all" })).toMatchObject({ deleted: 1 });
});

test("an owner who is pruned is no owner any more", async () => {
  const [{ owner, ...heron }] = everyMedia.images as [(typeof everyMedia.images)[0]];
  await apply(everyMedia);
  expect(owner).toBe("ada");
  const outcome = await apply({ collections: everyMedia.collections, images: [heron] }, { prune: true });
  expect(await stored("image", outcome, "heron")).toMatchObject({ ownerId: null });
});

test("runs at the same time make each object once, and leave no files that nothing names", async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, () => apply(everyMedia)));
  const all = await everything();
  expect(all).toHaveLength(6);
  for (const { ids } of runs) expect(ids.images).toEqual(runs[0]!.ids.images);
  const created = runs.reduce((sum, run) => sum + run.created, 0);
  expect(created).toBe((await apply(everyMedia)).unchanged);
  expect(await storedFileKeys()).toEqual(keysOf(all));
});

test("an object that is deleted while its files are replaced is made anew", async () => {
  const { ids } = await apply(mediaOf("images"));
  const file = changed("images", "heron", { file: "media/egret.png" });
  const [outcome] = await Promise.all([apply(file), deleteMedia("image", ids.images.heron!)]);
  const again = await apply(file);
  expect(await stored("image", again, "heron")).toMatchObject({ file: { contentType: "image/png" } });
  expect(outcome.ids.images.heron).toBeDefined();
});

test("a run that ends between any two writes is completed by the next one", async () => {
  const shape = async () =>
    (await everything()).map(({ id, version, ...media }) => ({
      ...media,
      files: filesOf(media as Media).map(({ key }) => key.replace(/^(\w+)\/\d+/, "$1")),
    }));
  const one = ([object]: readonly object[]) => [object];
  const { images, audios, videos, ...rest } = everyMedia;
  const file = { ...rest, images: one(images), audios: one(audios), videos: one(videos) };
  await apply(file);
  const whole = (await shape()).map(({ key, files }) => ({ key, files }));
  let writes = 0;
  for (let interrupted = true; interrupted; writes++) {
    await useEmptyTable();
    interrupted = await interruptAfter(writes, () => apply(file));
    await apply(file);
    const found = (await shape()).map(({ key, files }) => ({ key, files }));
    expect(found, `after ${writes} writes`).toEqual(whole);
  }
  expect(writes).toBeGreaterThan(5);
});

test("a frame that the service has taken as the poster of a video is no change", async () => {
  const manifest = { version: 1, videos: [{ key: "dusk", title: "Dusk", original: "media/clip.mp4" }] };
  const first = await apply(manifest);
  const { id } = await stored("video", first, "dusk");
  const poster = { key: `videos/${id}/0123456789ab/clip.jpg`, contentType: "image/jpeg", sizeBytes: 1 };
  const size = { width: 96, height: 54 };
  const frame = { poster: { ...poster, ...size }, posterThumbnail: { ...poster, ...size } };
  await putMedia("video", id, (current) => ({ ...current!, ...frame, posterIsFrame: true as const }));
  await apply({ ...manifest, videos: [{ ...manifest.videos[0], title: "At dusk" }] });
  expect(await stored("video", first, "dusk")).toMatchObject({ title: "At dusk", ...frame, version: 3 });
  await apply({ ...manifest, videos: [{ ...manifest.videos[0], title: "At dusk" }] });
  expect(await stored("video", first, "dusk")).toMatchObject({ ...frame, version: 3 });
  await apply({ ...manifest, videos: [{ ...manifest.videos[0], poster: "media/clip.jpg" }] });
  const named = await stored("video", first, "dusk");
  expect([named.poster?.width, named.posterIsFrame]).toEqual([640, undefined]);
});
