// Proves contract rules: chapters-of-files.

import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { chaptersFromProbe, readChapters } from "#lib/probing/probe-audio-file.ts";
import { anyText } from "#test/support/any-text.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { inMs, localFile } from "./media-files.ts";
import { standIn } from "./stand-in.ts";

vi.unmock("#lib/probing/ask-ffprobe.ts");

const chapter = (startSeconds: number, title: string) => ({ startSeconds, title, link: "", image: "" });

const chaptersOf = (name: string) => readChapters(localFile(recordingPath(name)), inMs(10_000));

test.each(["mp3", "m4a", "oga", "opus"])(
  "the chapters in an %s are found, with blanks collapsed",
  async (format) => {
    expect(await chaptersOf(`chapters.${format}`)).toEqual([
      chapter(0, "Dawn"),
      chapter(0.7, "The long wait"),
      chapter(1.4, "Dusk"),
    ]);
  },
);

test("a file without chapters has none, which is no failure", async () => {
  expect(await chaptersOf("no-xing.mp3")).toEqual([]);
});

test("chapters that cannot be read are a failure", async () => {
  standIn("ffprobe", "exit 1");
  expect(await chaptersOf("chapters.mp3")).toMatchObject({ failure: "probe_failed" });
});

describe("among the chapters that ffprobe lists", () => {
  const entry = (start_time: unknown, title: unknown) => ({ start_time, tags: { title } });

  test.each<[string, unknown]>([
    ["without a start", entry(undefined, "x")],
    ["that start before the beginning", entry("-1.000000", "x")],
    ["that start nowhere", entry("N/A", "x")],
    ["that start a day after the beginning", entry("86400.000000", "x")],
    ["without tags", { start_time: "1.0" }],
    ["without a title", entry("1.0", undefined)],
    ["with a blank title", entry("1.0", " \t\n\u0000 ")],
    ["with a title that is no text", entry("1.0", 7)],
    ["that are no chapters", null],
  ])("those %s are skipped, and the others kept", (_, malformed) => {
    expect(chaptersFromProbe([entry("0.5", "before"), malformed, entry("9.0", "after")])).toEqual([
      chapter(0.5, "before"),
      chapter(9, "after"),
    ]);
  });

  test("the first of those at one start is kept", () => {
    expect(chaptersFromProbe([entry("1.0", "first"), entry("1.000000", "second")])).toEqual([
      chapter(1, "first"),
    ]);
  });

  test("titles are cut off after 255 characters, and never within one", () => {
    const [found] = chaptersFromProbe([entry("1.0", `  ${"🦆 ".repeat(200)}`)]);
    expect([...found!.title]).toHaveLength(255);
    expect(found!.title.isWellFormed()).toBe(true);
  });

  test("any list gives chapters in the order of their starts, no two with the same start", () => {
    const start = fc.oneof(
      fc.double({ noNaN: true }).map(String),
      fc.nat(100_000).map((n) => `${n % 50}.0`),
    );
    const title = fc.oneof(anyText(), fc.anything());
    const entries = fc.array(
      fc.oneof(fc.record({ start_time: start, tags: fc.record({ title }) }), fc.anything()),
    );
    fc.assert(
      fc.property(fc.oneof(entries, fc.anything()), (list) => {
        const found = chaptersFromProbe(list);
        const starts = found.map(({ startSeconds }) => startSeconds);
        expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
        for (const { startSeconds, title: kept } of found) {
          expect(startSeconds).toBeGreaterThanOrEqual(0);
          expect(startSeconds).toBeLessThan(86_400);
          expect(kept).toMatch(/^\S(?:.{0,253})$/su);
        }
      }),
    );
  });
});
