// Proves contract rules: probing.

import { expect, test, vi } from "vitest";
import { recordingPath } from "#test/support/recording-path.ts";
import { inMs, localFile } from "./media-files.ts";
import { readSeconds } from "./read-seconds.ts";
import { standIn } from "./stand-in.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

const durationOf = (name: string) => readSeconds(localFile(recordingPath(name)), inMs(10_000));

test.each([
  ["an mp3", "chapters.mp3", 2.04],
  ["an mp3 without a length of its own", "no-xing.mp3", 2.04],
  ["an mp3 that is cut short, as it says itself", "truncated.mp3", 2.04],
  ["an m4a", "chapters.m4a", 2],
  ["an oga", "chapters.oga", 2],
  ["an opus", "chapters.opus", 2.01],
  ["an mp4", "two-seconds.mp4", 2],
  ["a mov", "two-seconds.mov", 2],
])("the duration of %s is known to the fraction of a second", async (_, name, expected) => {
  expect(await durationOf(name)).toBeCloseTo(expected, 2);
});

test.each([
  ["an m4a that is cut short", "truncated.m4a"],
  ["junk with the header of an mp3", "junk.mp3"],
  ["junk with the header of an m4a", "junk.m4a"],
  ["a text", "chapters.txt"],
])("%s is probe_failed", async (_, name) => {
  expect(await durationOf(name)).toEqual({
    failure: "probe_failed",
    reason: expect.stringMatching(/^ffprobe: [^:/]+$/),
  });
});

test.each([
  ["nothing", ""],
  ["something else than JSON", "duration=2.0"],
  ["half of it", '{"format": {"dura'],
  ["null", "null"],
  ["a list", "[]"],
  ["no format", "{}"],
  ["a format that is none", '{"format": 2.5}'],
  ["a number", '{"format": {"duration": 2.5}}'],
  ["a whole number", '{"format": {"duration": "2"}}'],
  ["no number", '{"format": {"duration": "N/A"}}'],
  ["less than nothing", '{"format": {"duration": "-2.5"}}'],
  ["a power", '{"format": {"duration": "2.5e3"}}'],
  ["too many digits", `{"format": {"duration": "${"9".repeat(400)}.0"}}`],
])("%s for an answer is probe_failed", async (_, output) => {
  standIn("ffprobe", `printf '%s' '${output}'`);
  expect(await durationOf("chapters.mp3")).toMatchObject({ failure: "probe_failed" });
});
