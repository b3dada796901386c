// Proves contract rules: probing.

import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { uncountedFrames } from "#lib/probing/mp3-frames.ts";
import { readDuration } from "#lib/probing/probe-audio-file.ts";
import { withServedFile } from "#lib/probing/with-served-file.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { inMs, localFile } from "./media-files.ts";
import { readSeconds } from "./read-seconds.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

const folder = useMediaFolder();

/** Silent frames of MPEG 1, layer III, at 44,100 Hz and the bit rate of an index of its table. */
const frames = (count: number, index: number, bytes: number): Buffer => {
  const frame = Buffer.alloc(bytes);
  frame.set([0xff, 0xfb, index << 4, 0xc0]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
};

/** Half of its frames have 32 kbit/s, half 320. */
const varying = Buffer.concat([frames(500, 1, 104), frames(500, 14, 1_044)]);
const seconds = (1_000 * 1_152) / 44_100;

/** A tag (ID3v2) with so many bytes of content. */
const tag = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from([
      0x49,
      0x44,
      0x33,
      4,
      0,
      0,
      size >> 21,
      (size >> 14) & 0x7f,
      (size >> 7) & 0x7f,
      size & 0x7f,
    ]),
    Buffer.alloc(size),
  ]);

const written = async (name: string, content: Buffer) => {
  await folder.write(name, content);
  return localFile(join(folder.path, name));
};

describe("an MP3 whose bit rate varies, and which does not say how long it is", () => {
  test.each([
    ["at once", varying],
    ["behind a tag with a large picture", Buffer.concat([tag(300_000), varying])],
    ["behind two tags", Buffer.concat([tag(200), tag(30_000), varying])],
    ["behind some bytes that mean nothing", Buffer.concat([Buffer.alloc(900), varying])],
    ["behind a tag that is longer than it says", Buffer.concat([tag(200), Buffer.alloc(20_000), varying])],
  ])("is as long as its frames, which begin %s", async (_, content) => {
    expect(await readSeconds(await written("varying.mp3", content), inMs(10_000))).toBeCloseTo(seconds, 1);
  });

  test("is as long as programs guess while there is no time to read all of it", async () => {
    const file = await written("varying.mp3", varying);
    expect(await uncountedFrames(file)).toMatchObject({ samples: 1_152, samplesPerSecond: 44_100 });
  });

  test("is an estimate while it is larger than what an upload has time for", async () => {
    const file = await written("varying.mp3", varying);
    expect(await readDuration(file, inMs(10_000), varying.length - 1)).toMatchObject({ isEstimate: true });
    expect(await readDuration(file, inMs(10_000), varying.length)).toMatchObject({ isEstimate: false });
    const told = await readDuration(localFile(recordingPath("chapters.mp3")), inMs(10_000), 1);
    expect(told).toMatchObject({ durationSeconds: expect.closeTo(2, 1), isEstimate: false });
  });

  test("is counted from a bucket, too", async () => {
    const files = {
      head: async () => ({ sizeBytes: varying.length }) as never,
      get: async (_: unknown, { first, last }: { first: number; last: number }) =>
        ({ body: new Blob([new Uint8Array(varying.subarray(first, last + 1))]).stream() }) as never,
    };
    const ask = (file: Parameters<typeof readSeconds>[0]) => readSeconds(file, inMs(10_000));
    const found = await withServedFile(files as never, fileKey("a.mp3"), ask, AbortSignal.timeout(10_000));
    expect(found).toBeCloseTo(seconds, 1);
  });
});

test.each(["chapters.mp3", "chapters.m4a", "chapters.oga", "chapters.opus", "chapters.txt", "junk.m4a"])(
  "%s says how long it is, or is no MP3",
  async (name) => {
    expect(await uncountedFrames(localFile(recordingPath(name)))).toBeUndefined();
  },
);

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a tag alone", tag(5_000)],
  ["a tag that is longer than the file", tag(5_000).subarray(0, 40)],
  ["marks of frames alone", Buffer.alloc(9_000, 0xff)],
])("%s has no frames", async (_, content) => {
  expect(await uncountedFrames(await written("none.mp3", content))).toBeUndefined();
});
