// Proves contract rules: poster-files.

import { expect, test, vi } from "vitest";
import { capturePoster } from "#lib/probing/probe-stored-file.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { inMs, localFile } from "./media-files.ts";
import { standIn } from "./stand-in.ts";

const capture = (milliseconds = 10_000) =>
  capturePoster(localFile(recordingPath("two-seconds.mp4")), inMs(milliseconds));

/** Shell that writes what begins and ends as a JPEG does. */
const writeJpeg = (content: string) => String.raw`printf '\377\330${content}\377\331'`;

const jpeg = (content: string) => Buffer.from(`\u00ff\u00d8${content}\u00ff\u00d9`, "latin1");

test("the poster is the picture at second 1", async () => {
  standIn("ffmpeg", `case "$*" in *"-ss 1 "*) ${writeJpeg("second 1")};; esac`);
  expect(await capture()).toEqual(jpeg("second 1"));
});

test.each([
  ["nothing", ""],
  ["an error", "exit 1;"],
])("a film for which ffmpeg has %s at second 1 shows its first picture", async (_, otherwise) => {
  standIn(
    "ffmpeg",
    `case "$*" in *"-ss 0 "*) ${writeJpeg("first")};; *) ${otherwise};; esac`.replace(";;;", ";;"),
  );
  expect(await capture()).toEqual(jpeg("first"));
});

test.each([
  ["writes nothing", ""],
  ["writes something else than a picture", "echo hello"],
  ["writes half a picture", String.raw`printf '\377\330half'`],
  ["ends badly", `${writeJpeg("x")}; exit 1`],
  ["writes more than ten megabytes", "exec yes"],
])("there is no poster from an ffmpeg that %s", async (_, script) => {
  standIn("ffmpeg", script);
  expect(await capture()).toMatchObject({ failure: "probe_failed" });
});

test("an ffmpeg that hangs is stopped, and not asked again", async () => {
  standIn("ffmpeg", "exec sleep 61");
  expect(await capture(300)).toMatchObject({ failure: "probe_timeout" });
});

test("without ffmpeg there is no poster", async () => {
  vi.stubEnv("FFMPEG_PATH", "/nowhere/ffmpeg");
  expect(await capture()).toMatchObject({ failure: "probe_failed" });
});
