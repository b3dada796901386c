// Proves contract rules: page-transcripts.

import { describe, expect, test } from "vitest";
import { spokenLines, spokenParagraphs } from "#lib/media/transcript.ts";
import { transcriptParts } from "#lib/surfaces/html/page-players.ts";

const said = (speaker: string, text: string, start = 0) => ({ speaker, text, start_ms: start * 1000 });

describe("the lines of a transcript", () => {
  test("have the milliseconds, else the clock time, else no time", () => {
    const lines = spokenLines([
      { text: "one", start_ms: 1500, start: "00:00:09" },
      { text: "two", start: "01:02:03.5", end: "02:04,5" },
      { text: "three", start: "soon", start_ms: -1 },
    ]);
    expect(lines.map(({ start, end }) => [start, end])).toEqual([
      [1.5, null],
      [3723.5, 124.5],
      [null, null],
    ]);
  });

  test("name the speaker by `speaker`, else by `voice`", () => {
    const lines = spokenLines([
      { text: "a", speaker: " Ada ", voice: "x" },
      { text: "b", voice: "Bo" },
    ]);
    expect(lines.map(({ speaker }) => speaker)).toEqual(["Ada", "Bo"]);
  });

  test("leave out what has no text", () => {
    expect(spokenLines([{ text: " " }, { start: "00:00" }, { text: 7 }])).toEqual([]);
  });
});

describe("the paragraphs of a transcript", () => {
  const speakers = (...segments: readonly object[]) =>
    spokenParagraphs(spokenLines(segments as never)).map(({ start, speaker, lines }) => [
      start,
      speaker,
      lines.length,
    ]);

  test("are the turns of its speakers", () => {
    expect(
      speakers(said("Ada", "a", 1), said("Ada", "b", 2), said("Bo", "c", 3), said("Ada", "d", 4)),
    ).toEqual([
      [1, "Ada", 2],
      [3, "Bo", 1],
      [4, "Ada", 1],
    ]);
  });

  test("are cut where a turn becomes long", () => {
    const long = Array.from({ length: 9 }, (_, index) => said("Ada", "word ".repeat(40).trim(), index));
    expect(speakers(...long)).toEqual([
      [0, "Ada", 3],
      [3, "Ada", 3],
      [6, "Ada", 3],
    ]);
  });
});

describe("the parts of a transcript", () => {
  const partsOf = (maxBytes: number, ...texts: readonly string[]) => {
    const paragraphs = texts.flatMap((text, index) =>
      spokenParagraphs(spokenLines([said(`${index}`, text)])),
    );
    return transcriptParts(paragraphs, maxBytes).map((part) => part.map(({ lines }) => lines[0]!.text));
  };

  test("have as many paragraphs as fit, by bytes, and each paragraph once", () => {
    expect(partsOf(8, "four", "four", "ääää", "ä", "four")).toEqual([
      ["four", "four"],
      ["ääää"],
      ["ä", "four"],
    ]);
  });

  test("have one paragraph where it is longer than a part", () => {
    expect(partsOf(3, "four", "two")).toEqual([["four"], ["two"]]);
  });

  test("are none without a line", () => {
    expect(transcriptParts([], 10)).toEqual([]);
  });
});
