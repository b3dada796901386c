// Proves contract rules: probing.

import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { handler } from "#functions/jobs/probe-media.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { probeAudio, storePoster } from "#lib/probing/media-prober.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { standIn } from "./stand-in.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

let folder: string;
let files: Files;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-prober-"));
  vi.stubEnv("FILES_FOLDER", folder);
  files = await openFiles();
});

afterEach(() => rm(folder, { recursive: true }));

const store = async (name: string) => {
  const key = fileKey(`uploads/${name}`);
  await files.put(key, await readFile(recordingPath(name)), "application/octet-stream");
  return key;
};

const posterKey = fileKey("uploads/poster.jpg");
const writePicture = String.raw`printf '\377\330 a picture \377\331'`;

describe("on one machine", () => {
  test("an audio tells its duration and its chapters", async () => {
    const answer = await probeAudio({ key: await store("chapters.mp3"), wantsChapters: true });
    expect(answer).toEqual({
      durationSeconds: expect.closeTo(2.04, 2),
      isEstimate: false,
      chapters: [0, 0.7, 1.4].map((startSeconds) => expect.objectContaining({ startSeconds })),
      chapterFailure: null,
    });
  });

  test("what the store keeps behind a file's content does not count as sound", async () => {
    const answer = await probeAudio({ key: await store("no-xing.mp3"), wantsChapters: false });
    expect(answer).toMatchObject({ durationSeconds: expect.closeTo(2.0375, 3) });
  });

  test("chapters that nobody wants are not looked for", async () => {
    const answer = await probeAudio({ key: await store("chapters.mp3"), wantsChapters: false });
    expect(answer).toMatchObject({ chapters: [], chapterFailure: null });
  });

  test.each([
    ["fails", "exit 1", "probe_failed"],
    ["floods", "exec yes", "probe_failed"],
    ["takes too long", "exec sleep 61", "probe_timeout"],
  ])("an audio for which the search for chapters %s has none, and says why", async (_, script, failure) => {
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", failure === "probe_timeout" ? "3" : "60");
    const duration = `echo '{"format": {"duration": "3.5"}}'`;
    standIn("ffprobe", `case "$*" in *chapter=*) ${script};; *) ${duration};; esac`);
    const answer = await probeAudio({ key: await store("chapters.mp3"), wantsChapters: true });
    expect(answer).toEqual({
      durationSeconds: 3.5,
      isEstimate: false,
      chapters: [],
      chapterFailure: { failure, reason: expect.any(String) },
    });
  });

  test.each([
    ["takes longer than the budget", "exec sleep 61", "probe_timeout"],
    ["fails", "exit 1", "probe_failed"],
    ["says nothing useful", "echo '{}'", "probe_failed"],
  ])("an audio whose probe %s is refused", async (_, script, failure) => {
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", failure === "probe_timeout" ? "0.3" : "60");
    standIn("ffprobe", script);
    const answer = await probeAudio({ key: await store("chapters.mp3"), wantsChapters: true });
    expect(answer).toMatchObject({ failure });
  });

  test("the budget is one for all that is asked of an audio", async () => {
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "60");
    const ran = join(folder, "ran");
    await chmod(folder, 0o777);
    standIn("ffprobe", `: > ${ran}; echo '{"format": {"duration": "3.5"}, "chapters": []}'`);
    // The first run takes a minute.
    const looks = vi.spyOn(clock, "monotonicMs").mockImplementation(() => (existsSync(ran) ? 60_000 : 0));
    onTestFinished(() => looks.mockRestore());
    const answer = await probeAudio({ key: await store("chapters.mp3"), wantsChapters: true });
    expect(answer).toMatchObject({ durationSeconds: 3.5, chapterFailure: { failure: "probe_timeout" } });
  });

  test("a budget of nothing is probe_timeout, whatever the file is", async () => {
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "0");
    const key = await store("chapters.mp3");
    expect(await probeAudio({ key, wantsChapters: true })).toMatchObject({ failure: "probe_timeout" });
    expect(await storePoster({ key, posterKey })).toMatchObject({ failure: "probe_timeout" });
  });

  test.each(["3.14159", "999999"])("a budget of %s seconds is one", async (budget) => {
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", budget);
    const answer = await probeAudio({ key: await store("chapters.mp3"), wantsChapters: true });
    expect(answer).toMatchObject({ chapterFailure: null });
  });

  test("a file that is not there is probe_failed", async () => {
    const answer = await probeAudio({ key: fileKey("uploads/none"), wantsChapters: true });
    expect(answer).toEqual({ failure: "probe_failed", reason: "there is no file uploads/none" });
  });

  test("the poster of a video is stored under its key", async () => {
    standIn("ffmpeg", writePicture);
    const poster = await storePoster({ key: await store("two-seconds.mp4"), posterKey });
    expect(poster).toEqual({ key: posterKey, contentType: "image/jpeg", sizeBytes: 15 });
    expect(await files.head(posterKey)).toMatchObject(poster);
  });

  test("a video without a picture has no poster, and none is stored", async () => {
    standIn("ffmpeg", "exit 1");
    const poster = await storePoster({ key: await store("two-seconds.mp4"), posterKey });
    expect(poster).toMatchObject({ failure: "probe_failed" });
    expect(await files.head(posterKey)).toBeUndefined();
  });

  test("probing leaves no file behind", async () => {
    const key = await store("chapters.mp3");
    const before = await readdir(folder, { recursive: true });
    await probeAudio({ key, wantsChapters: true });
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });
});

describe("the prober's function", () => {
  test("answers questions about sound", async () => {
    const key = await store("chapters.m4a");
    const answer = await handler({ kind: "audio", key, wantsChapters: true, budgetMs: 10_000 });
    expect(answer).toMatchObject({ durationSeconds: 2, chapters: [{}, {}, {}] });
  });

  test("answers questions about film", async () => {
    standIn("ffmpeg", writePicture);
    const key = await store("two-seconds.mov");
    const answer = await handler({ kind: "video", key, posterKey, budgetMs: 10_000 });
    expect(answer).toEqual({ key: posterKey, contentType: "image/jpeg", sizeBytes: 15 });
  });

  test("answers with a failure when its budget is over", async () => {
    standIn("ffprobe", "exec sleep 61");
    const key = await store("chapters.mp3");
    const answer = await handler({ kind: "audio", key, wantsChapters: true, budgetMs: 300 });
    expect(answer).toMatchObject({ failure: "probe_timeout" });
  });
});
