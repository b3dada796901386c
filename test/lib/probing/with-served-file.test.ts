// Proves contract rules: probing.

import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import type { FileContent, Files, StoredFile } from "#lib/files/files.ts";
import { probeAudioFile } from "#lib/probing/probe-audio-file.ts";
import { withServedFile } from "#lib/probing/with-served-file.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { inMs } from "./media-files.ts";
import { readSeconds } from "./read-seconds.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

const key = fileKey("uploads/large");

const mebibyte = 1024 * 1024;

/** A bucket with one file: given bytes, zeros up to the size, given bytes. Counts what is read of it. */
const bucketWith = (start: Buffer, sizeBytes: number, end: Buffer = Buffer.alloc(0)) => {
  const read = { bytes: 0, requests: 0 };
  const head = async () => ({ key, sizeBytes }) as StoredFile;
  const get = async (_: unknown, { first = 0, last = sizeBytes - 1 } = {}) => {
    const part = Buffer.alloc(Math.min(last + 1, sizeBytes) - first);
    for (const [at, bytes] of [[0, start] as const, [sizeBytes - end.length, end] as const]) {
      const shown = bytes.subarray(Math.max(first - at, 0));
      const to = Math.max(at - first, 0);
      if (to < part.length) shown.copy(part, to);
    }
    read.bytes += part.length;
    read.requests += 1;
    return { body: Readable.from([part]) } as unknown as FileContent;
  };
  return { files: { head, get } as unknown as Files, read };
};

/** A film or sound whose index is at its end, behind a box of zeros that fills it up to the size. */
const withIndexAtEnd = (name: string, sizeBytes: number) => {
  const content = readFileSync(recordingPath(name));
  const index = content.indexOf("moov") - 4;
  const filling = Buffer.alloc(8);
  filling.writeUInt32BE(sizeBytes - content.length);
  filling.write("free", 4);
  const start = Buffer.concat([content.subarray(0, index), filling]);
  return bucketWith(start, sizeBytes, content.subarray(index));
};

const never = new AbortController().signal;

describe("of a file of a bucket", () => {
  test("with 512 MB of sound, a few megabytes are read, once, for duration and chapters", async () => {
    const { files, read } = withIndexAtEnd("chapters.m4a", 512 * mebibyte);
    const answer = await withServedFile(
      files,
      key,
      (file) => probeAudioFile(file, { wantsChapters: true }, inMs(20_000)),
      never,
    );
    expect(answer).toMatchObject({ durationSeconds: 2, chapterFailure: null });
    expect(answer).toHaveProperty("chapters.length", 3);
    expect(read.bytes).toBeLessThanOrEqual(8 * mebibyte);
  });

  test("with 512 MB of an MP3 that tells no duration, a few megabytes are read", async () => {
    const frames = readFileSync(recordingPath("no-xing.mp3"));
    const { files, read } = bucketWith(frames, 512 * mebibyte);
    const duration = await withServedFile(files, key, (file) => readSeconds(file, inMs(20_000)), never);
    expect(duration).toBeGreaterThan(60_000);
    expect(read.bytes).toBeLessThanOrEqual(8 * mebibyte);
  });

  test("with 2 GB of film, a few megabytes are read", async () => {
    const { files, read } = withIndexAtEnd("two-seconds.mov", 2048 * mebibyte);
    const duration = await withServedFile(files, key, (file) => readSeconds(file, inMs(20_000)), never);
    expect(duration).toBeCloseTo(2, 1);
    expect(read.bytes).toBeLessThanOrEqual(8 * mebibyte);
  });

  test("the last bytes are served as well as the first, and the same ones are fetched once", async () => {
    const { files, read } = bucketWith(Buffer.from("first"), 3 * mebibyte, Buffer.from("last"));
    await withServedFile(
      files,
      key,
      async ({ url }) => {
        for (let round = 0; round < 2; round += 1) {
          const end = await fetch(url, { headers: { range: `bytes=${3 * mebibyte - 4}-` } });
          expect([end.status, await end.text()]).toEqual([206, "last"]);
          expect(end.headers.get("content-range")).toBe("bytes 3145724-3145727/3145728");
        }
        const all = await fetch(url);
        expect((await all.bytes()).length).toBe(3 * mebibyte);
        expect((await fetch(url, { headers: { range: "bytes=3145728-" } })).status).toBe(416);
        expect((await fetch(new URL("/", url))).status).toBe(404);
      },
      never,
    );
    expect(read).toEqual({ bytes: 3 * mebibyte, requests: 3 });
  });

  test("that is not there, nothing is told, and nobody is called", async () => {
    const files = { head: async () => undefined } as unknown as Files;
    const use = () => Promise.reject(new Error("called"));
    expect(await withServedFile(files, key, use, never)).toBeUndefined();
  });

  test("that cannot be read, the store's error is thrown, not the program's complaint", async () => {
    const { files } = bucketWith(Buffer.from("x"), 10);
    const broken = { ...files, get: () => Promise.reject(new Error("SlowDown")) };
    const probed = withServedFile(broken, key, (file) => readSeconds(file, inMs(20_000)), never);
    await expect(probed).rejects.toThrow("SlowDown");
  });

  test("that the store does not find in time, the end of the time is thrown", async () => {
    const files = { head: () => new Promise(() => {}) } as unknown as Files;
    const late = AbortSignal.abort(new Error("too late"));
    await expect(withServedFile(files, key, async () => 1, late)).rejects.toThrow("too late");
  });
});
