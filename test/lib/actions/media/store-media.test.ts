// Proves contract rules: image-widths.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { digestOf, fileToStore } from "#lib/actions/media/files-to-store.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { storeAudio, storeImage, storeVideo } from "#lib/actions/media/store-media.ts";
import { clock } from "#lib/clock.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import { isStoredAs } from "#lib/manifest/media/manifest-files.ts";
import { filesOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readMediaKeys, readMediaOfKind } from "#lib/store/media.ts";
import { failingAt } from "#test/support/faults.ts";
import { storedFile, storedFileKeys, useFiles } from "#test/support/files.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { type PictureOptions, samplePhotograph, samplePicture } from "#test/support/sample-picture.ts";
import { everythingStored } from "#test/support/stored.ts";
import { useTable } from "#test/support/table.ts";

useTable();
useFiles();

beforeEach(async () => {
  const files = await openFiles();
  for await (const { key } of files.list()) await files.delete(key);
});

const pictureOf = async (name: string, options: PictureOptions = {}): Promise<ImageFile> =>
  imageOf(name, await samplePicture("jpeg", options));

const imageOf = async (name: string, bytes: Buffer): Promise<ImageFile> => {
  const result = await readImage({ name, bytes });
  if ("problem" in result) throw new Error(result.problem.message);
  return result.image;
};

const described = {
  collectionId: 1,
  tags: ["birds"],
  ownerId: null,
  createdAt: "2026-01-02T03:04:05.000Z",
};
const imageDescribed = () => ({ ...described, title: "A heron", description: "" });
const audioDescribed = () => ({
  ...described,
  title: null,
  subtitle: null,
  durationSeconds: null,
  chapters: [],
  transcriptDiarizationMode: "inherit" as const,
});
const videoDescribed = () => ({ ...described, title: "A clip" });

const refuse = (): never => {
  throw new Refusal("permission_denied");
};

const namesOf = (keys: readonly string[]) => keys.map((key) => key.replace(/.*\//, ""));

describe("an image", () => {
  test("has the picture as it is, three renditions, each under the digest of its content", async () => {
    const given = await pictureOf("Réiher 1.jpg", { width: 2000, height: 1000 });
    const image = await storeImage(null, given, imageDescribed);
    expect(image).toMatchObject({
      kind: "image",
      version: 1,
      title: "A heron",
      file: { contentType: "image/jpeg", width: 2000, height: 1000, sizeBytes: given.bytes.length },
      cover: { contentType: "image/webp", width: 512, height: 256 },
      display: { contentType: "image/webp", width: 1600, height: 800 },
      share: { contentType: "image/jpeg", width: 1200, height: 630 },
    });
    expect(image.file.key).toMatch(new RegExp(`^images/${image.id}/[0-9a-f]{12}/Reiher-1.jpg$`));
    expect(namesOf([image.cover.key, image.display.key, image.share!.key])).toEqual([
      "Reiher-1-cover.webp",
      "Reiher-1-display.webp",
      "Reiher-1-share.jpg",
    ]);
    expect(await storedFile(image.file.key)).toEqual({
      contentType: "image/jpeg",
      content: given.bytes.toString("latin1"),
    });
    expect((await readMediaOfKind("image", [image.id]))[0]).toEqual(image);
  });

  test("has renditions in more widths, as WebP where pages have no other, and as AVIF", async () => {
    const image = await storeImage(
      null,
      await imageOf("Heron.jpg", await samplePhotograph(1800)),
      imageDescribed,
    );
    expect(image.renditions!.map(({ contentType, width }) => [contentType, width])).toEqual([
      ["image/webp", 400],
      ["image/avif", 400],
      ["image/webp", 800],
      ["image/avif", 800],
      ["image/webp", 1200],
      ["image/avif", 1200],
      ["image/webp", 1800],
      ["image/avif", 1800],
    ]);
    expect(namesOf(image.renditions!.map(({ key }) => key)).slice(0, 2)).toEqual([
      "Heron-400.webp",
      "Heron-400.avif",
    ]);
    expect(await storedFileKeys()).toHaveLength(12);
    await deleteMedia("image", image.id);
    await removeLeftovers();
    expect(await storedFileKeys()).toEqual([]);
  });

  test("has no AVIF where that would not be smaller", async () => {
    const image = await storeImage(
      null,
      await pictureOf("plain.jpg", { width: 600, height: 10 }),
      imageDescribed,
    );
    expect(image.renditions!.map(({ contentType, width }) => [contentType, width])).toEqual([
      ["image/webp", 400],
    ]);
  });

  test("that gets another picture keeps its id, and loses the files of the first", async () => {
    const first = await storeImage(null, await pictureOf("a.jpg"), imageDescribed);
    const second = await storeImage(first.id, await pictureOf("a.jpg", { colour: "red" }), imageDescribed);
    expect(second).toMatchObject({ id: first.id, version: 2 });
    expect(second.file.key).not.toBe(first.file.key);
    expect(await storedFileKeys()).toEqual(
      filesOf(second)
        .map(({ key }) => key)
        .sort(),
    );
  });

  test("that gets the same picture again is not changed, and neither are its files", async () => {
    const first = await storeImage(null, await pictureOf("a.jpg"), imageDescribed);
    expect(await storeImage(first.id, await pictureOf("a.jpg"), imageDescribed)).toEqual(first);
    expect(await storedFileKeys()).toHaveLength(4);
  });

  test("that is refused leaves no files, or those it had", async () => {
    await expect(storeImage(null, await pictureOf("a.jpg"), refuse)).rejects.toThrow(Refusal);
    expect(await storedFileKeys()).toEqual([]);
    const image = await storeImage(null, await pictureOf("a.jpg"), imageDescribed);
    await expect(storeImage(image.id, await pictureOf("b.jpg"), refuse)).rejects.toThrow(Refusal);
    await expect(storeImage(image.id, await pictureOf("a.jpg"), refuse)).rejects.toThrow(Refusal);
    expect(await storedFileKeys()).toEqual(
      filesOf(image)
        .map(({ key }) => key)
        .sort(),
    );
  });

  test("that could not be stored leaves no files, and no row", async () => {
    const fail = () => {
      throw new Error("The table is on fire.");
    };
    await expect(storeImage(null, await pictureOf("a.jpg"), fail)).rejects.toThrow("fire");
    expect(await storedFileKeys()).toEqual([]);
  });

  test("that could not be changed, for all that is known, keeps its files", async () => {
    const image = await storeImage(null, await pictureOf("a.jpg"), imageDescribed);
    const fail = () => {
      throw new Error("The table is on fire.");
    };
    await expect(storeImage(image.id, await pictureOf("b.jpg"), fail)).rejects.toThrow("fire");
    expect(await storedFileKeys()).toEqual(expect.arrayContaining(filesOf(image).map(({ key }) => key)));
  });

  test("that could not be stored, and whose files could not be removed, may leave some behind", async () => {
    const files = await openFiles();
    const remove = vi.spyOn(files, "delete").mockRejectedValue(new Error("The disk is on fire."));
    const stored = storeImage(null, await pictureOf("a.jpg"), refuse);
    await expect(stored).rejects.toMatchObject({ code: "cleanup_failed" });
    remove.mockRestore();
  });
});

describe("changes of one image at once", () => {
  const isWhole = async (id: number) => {
    const [image] = await readMediaOfKind("image", [id]);
    expect(await storedFileKeys()).toEqual(
      filesOf(image!)
        .map(({ key }) => key)
        .sort(),
    );
  };
  const titled = (title: string) => () => ({ ...imageDescribed(), title });

  test("leave the files that one keeps, though the other replaces them at this moment", async () => {
    const [heron, egret] = [await pictureOf("a.jpg"), await pictureOf("a.jpg", { colour: "red" })];
    const { id } = await storeImage(null, heron, imageDescribed);
    const raced = await overtaken(
      () => storeImage(id, heron, titled("Again a heron")),
      () => storeImage(id, egret, imageDescribed),
    );
    expect(raced.slow).toMatchObject({ title: "Again a heron", version: raced.fast.version + 1 });
    await isWhole(id);
  });

  test("leave the files that one has just stored, though the other stores the same and fails", async () => {
    const [heron, egret] = [await pictureOf("a.jpg"), await pictureOf("a.jpg", { colour: "red" })];
    const before = await storeImage(null, heron, imageDescribed);
    const failing = async () => {
      await expect(storeImage(before.id, egret, refuse)).rejects.toThrow(Refusal);
      await putMedia("image", before.id, () => ({ ...before, title: "Another title" }));
    };
    // The first transaction notes the files, the second names them.
    const { slow } = await overtaken(() => storeImage(before.id, egret, titled("An egret")), failing, {
      nth: 2,
    });
    expect(slow.title).toBe("An egret");
    await isWhole(before.id);
  });
});

test("a change whose process was killed happens completely or not at all, and leaves no files an hour later", async () => {
  const pictures = [await pictureOf("a.jpg"), await pictureOf("a.jpg", { colour: "red" })];
  let current = await storeImage(null, pictures[0]!, imageDescribed);
  const now = vi.spyOn(clock, "nowMs");
  for (let isReached = true, index = 0; isReached; index++) {
    const before = current;
    const next = pictures.find(
      ({ name, bytes }) => !isStoredAs({ name, digest: digestOf(bytes) }, before.file),
    )!;
    isReached = await failingAt(index, "for good", () =>
      storeImage(before.id, next, imageDescribed).catch(() => {}),
    );
    now.mockReturnValue(Date.now() + 3_601_000);
    await removeLeftovers();
    now.mockReset();
    current = (await readMediaOfKind("image", [before.id]))[0]!;
    const keys = filesOf(current).map(({ key }) => key);
    expect([index, await storedFileKeys()]).toEqual([index, keys.sort()]);
  }
  now.mockRestore();
});

test("an image whose process was killed is stored completely, or removed an hour later", async () => {
  const given = await pictureOf("a.jpg");
  const now = vi.spyOn(clock, "nowMs");
  for (let isReached = true, index = 0; isReached; index++) {
    const before = await everythingStored();
    isReached = await failingAt(index, "for good", () =>
      storeImage(null, given, imageDescribed).catch(() => {}),
    );
    await removeLeftovers();
    const waiting = (await everythingStored()).filter((key) => !before.includes(key));
    now.mockReturnValue(Date.now() + 3_601_000);
    await removeLeftovers();
    now.mockReset();
    const left = (await everythingStored()).filter((key) => !before.includes(key));
    const isThere = left.some((key) => key.startsWith("MEDIA#image"));
    expect([index, left.length]).toEqual([index, isThere ? 5 : 0]);
    if (isThere) expect(waiting).toEqual(left);
  }
  now.mockRestore();
});

test("an audio has each format and its transcript; formats that are not given again go", async () => {
  const mp3 = fileToStore("one.mp3", "audio/mpeg", Buffer.from("ID3 one"));
  const opus = fileToStore("one.opus", "audio/opus", Buffer.from("OggS one"));
  const transcript = fileToStore("one.json", "application/json", Buffer.from('{"transcripts":[]}'));
  const audio = await storeAudio(null, { formats: { opus, mp3 }, transcript }, audioDescribed);
  expect(Object.keys(audio.files)).toEqual(["mp3", "opus"]);
  expect(await storedFile(audio.files.opus!.key)).toEqual({ contentType: "audio/opus", content: "OggS one" });
  expect(audio.transcript).toMatchObject({ contentType: "application/json", sizeBytes: 18 });
  const less = await storeAudio(audio.id, { formats: { mp3 }, transcript: null }, audioDescribed);
  expect(less).toMatchObject({ files: { mp3: audio.files.mp3 }, transcript: null });
  expect(await storedFileKeys()).toEqual([audio.files.mp3!.key]);
});

test("a video has its poster upright, with a thumbnail 300 pixels wide", async () => {
  const original = fileToStore("clip.mp4", "video/mp4", Buffer.from("\0\0\0\x20ftypisom"));
  const poster = await pictureOf("clip.jpg", { width: 800, height: 600, orientation: 6 });
  const video = await storeVideo(null, { original, poster }, videoDescribed);
  expect(video).toMatchObject({
    original: { contentType: "video/mp4" },
    poster: { width: 600, height: 800, contentType: "image/jpeg" },
    posterThumbnail: { width: 300, height: 400, contentType: "image/webp" },
  });
  const without = await storeVideo(video.id, { original, poster: null }, videoDescribed);
  expect(without).toMatchObject({ poster: null, posterThumbnail: null });
  expect(await storedFileKeys()).toEqual([video.original.key]);
});

describe("a key", () => {
  const keyed = (key: string) => () => ({ ...imageDescribed(), key });

  test("belongs to one object of a kind, even if many requests want it at once, and the others leave no files", async () => {
    const given = await pictureOf("a.jpg");
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => storeImage(null, given, keyed("heron"))),
    );
    const [winner, ...others] = all.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    expect(others).toEqual([]);
    expect((await readMediaKeys("image")).get("heron")).toBe(winner!.id);
    for (const result of all) {
      if (result.status === "fulfilled") continue;
      expect(result.reason.details.problems).toMatchObject([{ path: "key", code: "duplicate" }]);
    }
    expect(await storedFileKeys()).toHaveLength(4);
  });

  test("is free again when its object is deleted", async () => {
    const image = await storeImage(null, await pictureOf("a.jpg"), keyed("egret"));
    await deleteMedia("image", image.id);
    expect((await readMediaKeys("image")).has("egret")).toBe(false);
    const next = await storeImage(null, await pictureOf("a.jpg"), keyed("egret"));
    expect(next.id).toBeGreaterThan(image.id);
  });
});
