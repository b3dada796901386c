// Proves contract rules: image-widths, poster-files.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as completeMedia } from "#functions/jobs/complete-media.ts";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { isIncomplete } from "#lib/actions/media/complete-media.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { fileToStore } from "#lib/actions/media/files-to-store.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { imageFilesToStore, storeAudio, storeImage, storeVideo } from "#lib/actions/media/store-media.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import { filesOf, type Image, mediaKinds } from "#lib/media/media.ts";
import * as prober from "#lib/probing/media-prober.ts";
import { timedOut } from "#lib/probing/probe.ts";
import { allMedia, readMedia } from "#lib/store/media.ts";
import { standIn } from "#test/lib/probing/stand-in.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { failingAt } from "#test/support/faults.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { samplePhotograph, samplePicture } from "#test/support/sample-picture.ts";
import { useTable } from "#test/support/table.ts";

useTable();
useFiles();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-frame-"));
  await writeFile(join(folder, "frame.jpg"), await samplePicture("jpeg", { width: 96, height: 54 }));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  vi.stubEnv("LOG_REQUESTS", "true");
  for (const kind of mediaKinds)
    for await (const objects of allMedia(kind)) for (const { id } of objects) await deleteMedia(kind, id);
  await removeLeftovers();
});

const described = {
  collectionId: 1,
  tags: ["birds"],
  ownerId: null,
  createdAt: "2026-01-02T03:04:05.000Z",
};

const imageFile = async (width: number): Promise<ImageFile> => imageIn(await samplePhotograph(width));

const imageIn = async (bytes: Buffer): Promise<ImageFile> => {
  const result = await readImage({ name: "heron.jpg", bytes });
  if ("problem" in result) throw new Error(result.problem.message);
  return result.image;
};

const describeImage = () => ({ ...described, title: "A heron", description: "" });

const tall = { width: 300, height: 200 };

/** An image as a version has stored it that made fewer pictures. */
const earlierImage = async (file?: ImageFile): Promise<Image> => {
  const image = await storeImage(null, file ?? (await imageFile(600)), describeImage);
  const files = await openFiles();
  for (const { key } of [image.share!, ...image.renditions!]) await files.delete(fileKey(key));
  return putMedia("image", image.id, () => {
    const { share: _, renditions: __, ...earlier } = image;
    return earlier;
  });
};

const imageOf = async (id: number): Promise<Image> => certain(await readMedia("image", id));

/** Every file that the objects name is there, and no other. */
const expectWholeFiles = async () => {
  const named: string[] = [];
  for (const kind of mediaKinds)
    for await (const objects of allMedia(kind)) named.push(...objects.flatMap(filesOf).map(({ key }) => key));
  expect([...(await storedFileKeys())].sort()).toEqual(named.sort());
};

test("an image of an earlier version gets the pictures that it lacks; its files keep their addresses", async () => {
  using log = captureLog();
  const before = await earlierImage();
  await completeMedia();
  const after = await imageOf(before.id);
  expect(after).toMatchObject({ ...before, version: before.version + 1 });
  expect(after.share).toMatchObject({ width: 1200, height: 630 });
  expect(after.renditions!.map(({ width }) => width)).toEqual([400, 400, 600]);
  await expectWholeFiles();
  expect(log.lines).toEqual([
    expect.objectContaining({
      job: "jobs/complete-media",
      kind: "image",
      id: before.id,
      outcome: "completed",
    }),
  ]);
  await completeMedia();
  expect(await imageOf(before.id)).toEqual(after);
});

test("the picture for links of an image is made again when another part of it is to be seen", async () => {
  using log = captureLog();
  const stored = await storeImage(null, await imageIn(await samplePicture("jpeg", tall)), describeImage);
  const pointed = await putMedia("image", stored.id, (current) => ({
    ...current!,
    focalPoint: { x: 0.5, y: 1 },
  }));
  await completeMedia();
  const after = await imageOf(stored.id);
  expect(mediaFileNameIn(after.share!.key)?.name).toBe("heron-share-0-42.jpg");
  expect({ ...after, share: undefined }).toEqual({ ...pointed, share: undefined, version: 3 });
  await expectWholeFiles();
  await completeMedia();
  expect(await imageOf(stored.id)).toEqual(after);
  expect(log.lines).toHaveLength(1);
});

test("an image whose file cannot be read is told, and those after it are completed", async () => {
  using log = captureLog();
  const [damaged, gone, whole] = [await earlierImage(), await earlierImage(), await earlierImage()];
  const files = await openFiles();
  await files.put(fileKey(damaged.file.key), Buffer.from("no picture"), "image/jpeg");
  await files.delete(fileKey(gone.file.key));
  await completeMedia();
  const outcomes = log.lines.map(({ id, outcome }) => [id, outcome]);
  expect(outcomes.sort(([one], [other]) => one - other)).toEqual([
    [damaged.id, "unreadable"],
    [gone.id, "unreadable"],
    [whole.id, "completed"],
  ]);
  expect(await imageOf(damaged.id)).toEqual(damaged);
});

test.each([
  [
    "gets another file",
    (id: number, file: ImageFile) => storeImage(id, file, describeImage),
    [400, 400, 800],
  ],
  ["is deleted", (id: number) => deleteMedia("image", id), undefined],
])("an image that %s while its pictures are made is left to that", async (_, change, widths) => {
  using log = captureLog();
  const { id } = await earlierImage();
  const another = await imageFile(800);
  const changing = async () => void (await change(id, another));
  await overtaken(completeMedia, changing, { nth: 2 });
  expect(log.lines.map(({ outcome }) => outcome)).toEqual(["overtaken"]);
  expect((await readMedia("image", id))?.renditions?.map(({ width }) => width)).toEqual(widths);
  await removeLeftovers();
  await expectWholeFiles();
});

test("a title that changes while pictures are made stays", async () => {
  using _ = captureLog();
  const { id } = await earlierImage();
  await overtaken(
    completeMedia,
    () => putMedia("image", id, (current) => ({ ...current!, title: "An egret" })),
    { nth: 2 },
  );
  const { title, renditions } = await imageOf(id);
  expect([title, renditions?.length]).toEqual(["An egret", 3]);
});

test("two runs at once complete an image once", async () => {
  using log = captureLog();
  const { id, version } = await earlierImage();
  await overtaken(completeMedia, completeMedia, { nth: 2 });
  expect((await imageOf(id)).version).toBe(version + 1);
  expect(log.lines.map(({ outcome }) => outcome)).toEqual(["completed", "overtaken"]);
  await removeLeftovers();
  await expectWholeFiles();
});

test("a run that is asked to end begins with no other object", async () => {
  using log = captureLog();
  await earlierImage();
  const stop = new AbortController();
  stop.abort();
  await completeMedia(stop.signal);
  expect(log.lines).toEqual([]);
  // On AWS there is an event in its place.
  await completeMedia({ time: "2026-11-30T06:00:00Z" });
  expect(log.lines).toHaveLength(1);
});

test("each hour another object is the first", async () => {
  using log = captureLog();
  const ids = [(await earlierImage()).id, (await earlierImage()).id, (await earlierImage()).id];
  for (const id of ids) await (await openFiles()).delete(fileKey((await imageOf(id)).file.key));
  const now = vi.spyOn(clock, "nowMs");
  for (const hour of [0, 1, 2]) {
    now.mockReturnValue((Math.floor(Date.now() / 10_800_000) * 3 + hour) * 3_600_000);
    await completeMedia();
  }
  now.mockReset();
  const [first, second, third] = ids;
  expect(log.lines.map(({ id }) => id)).toEqual([
    ...[first, second, third],
    ...[second, third, first],
    ...[third, first, second],
  ]);
});

const anyName = fc.oneof(
  fc.string({ unit: "binary", maxLength: 90 }),
  fc.string({ unit: fc.constantFrom("a", " ", "-", ".", "é", "/"), maxLength: 90 }),
);

test("an image that was stored now lacks nothing, whatever its name", async () => {
  const bytes = await samplePicture("jpeg", { width: 30, height: 20 });
  const point = fc.record({ x: fc.constantFrom(0, 0.5, 1), y: fc.constantFrom(0, 0.5, 1) });
  await fc.assert(
    fc.asyncProperty(anyName, fc.option(point), async (name, focalPoint) => {
      const file = { ...(await imageIn(bytes)), name: `${name}.jpg` };
      const image = await storeImage(null, await imageFilesToStore(file, { focalPoint }), describeImage);
      expect(isIncomplete({ ...image, focalPoint })).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test("a run that is killed at any step leaves an image whole, and the next one completes it", async () => {
  using _ = captureLog();
  const now = vi.spyOn(clock, "nowMs");
  const plain = await imageIn(await samplePicture("jpeg", { width: 520, height: 8 }));
  for (let isReached = true, index = 0; isReached; index++) {
    const { id } = await earlierImage(plain);
    isReached = await failingAt(index, "for good", () => completeMedia().catch(() => {}));
    for (const { key } of filesOf(await imageOf(id))) expect(await storedFileKeys()).toContain(key);
    await completeMedia();
    expect((await imageOf(id)).renditions).toHaveLength(1);
    now.mockReturnValue(Date.now() + 3_601_000);
    await removeLeftovers();
    now.mockReset();
    await expectWholeFiles();
    await deleteMedia("image", id);
    await removeLeftovers();
  }
});

test("a duration that is an estimate is counted as soon as there is time", async () => {
  using log = captureLog();
  const estimated = await storeAudio(
    null,
    { formats: { mp3: fileToStore("dawn.mp3", "audio/mpeg", Buffer.from("a recording")) }, transcript: null },
    () => ({
      ...described,
      ...{ title: null, subtitle: null, chapters: [], transcriptDiarizationMode: "inherit" },
      ...{ durationSeconds: 3_600, durationIsEstimate: true },
    }),
  );
  const answer = vi.spyOn(prober, "countDuration");
  answer.mockResolvedValueOnce(timedOut("it took too long"));
  await completeMedia();
  expect(await readMedia("audio", estimated.id)).toEqual(estimated);
  const counted = { durationSeconds: 3_725.5, chapters: [], chapterFailure: null };
  answer.mockResolvedValueOnce({ ...counted, durationSeconds: 1, isEstimate: true });
  await completeMedia();
  expect(await readMedia("audio", estimated.id)).toEqual(estimated);
  answer.mockResolvedValueOnce({ ...counted, isEstimate: false });
  await completeMedia();
  const { durationIsEstimate: _, ...rest } = estimated;
  const after = { ...rest, durationSeconds: 3_725.5, version: 2 };
  expect(await readMedia("audio", estimated.id)).toEqual(after);
  await completeMedia();
  expect(answer).toHaveBeenCalledTimes(3);
  expect(log.lines.map(({ outcome }) => outcome)).toEqual(["no duration", "no duration", "completed"]);
});

test("a video without a poster gets one, as soon as a frame can be taken", async () => {
  using log = captureLog();
  const video = await storeVideo(
    null,
    { original: fileToStore("dusk.mp4", "video/mp4", Buffer.from("a film")), poster: null },
    () => ({ ...described, title: "Dusk" }),
  );
  standIn("ffmpeg", "exit 1");
  await completeMedia();
  expect(await readMedia("video", video.id)).toEqual(video);
  standIn("ffmpeg", `cat ${join(folder, "frame.jpg")}`);
  await completeMedia();
  const after = certain(await readMedia("video", video.id));
  expect(after.original).toEqual(video.original);
  expect([after.poster, after.posterThumbnail]).toMatchObject([
    { contentType: "image/jpeg", width: 96, height: 54 },
    { contentType: "image/webp", width: 96, height: 54 },
  ]);
  expect(log.lines.map(({ outcome }) => outcome)).toEqual(["no poster", "completed"]);
  await expectWholeFiles();
  await completeMedia();
  expect(await readMedia("video", video.id)).toEqual(after);
});
