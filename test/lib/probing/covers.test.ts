import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { inMs, localFile } from "./media-files.ts";
import { readSeconds } from "./read-seconds.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

let folder: string;
let sound: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-covers-"));
  sound = await readFile(recordingPath("no-xing.mp3"));
});

afterAll(() => rm(folder, { recursive: true }));

/** An MP3 with a cover, as ID3v2.3 has it. */
const withCover = (type: string, cover: Uint8Array): Buffer => {
  const content = Buffer.concat([Buffer.from(`\0image/${type}\0\x03\0`, "latin1"), cover]);
  const frame = Buffer.from("APIC\0\0\0\0\0\0");
  frame.writeUInt32BE(content.length, 4);
  const head = Buffer.from("ID3\x03\0\0\0\0\0\0");
  const sizeBytes = frame.length + content.length;
  // Seven bits a byte.
  for (let at = 0; at < 4; at++) head[6 + at] = (sizeBytes >> (7 * (3 - at))) & 0x7f;
  return Buffer.concat([head, frame, content, sound]);
};

const durationWith = async (type: string, cover: Uint8Array) => {
  const path = join(folder, "cover.mp3");
  await writeFile(path, withCover(type, cover));
  return readSeconds(localFile(path), inMs(10_000));
};

test.each(["jpeg", "png", "gif", "webp"] as const)("a sound may have a %s for its cover", async (type) => {
  expect(await durationWith(type, await samplePicture(type))).toBeCloseTo(2.04, 1);
});

test("a cover of another format is not decoded: the sound is refused", async () => {
  const cover = await sharp(await samplePicture())
    .tiff()
    .toBuffer();
  expect(await durationWith("tiff", cover)).toMatchObject({ failure: "probe_failed" });
});

test("a large cover is passed over", async () => {
  const cover = await samplePicture("png", { width: 2_001, height: 2_000 });
  expect(await durationWith("png", cover)).toBeCloseTo(2.04, 1);
});
