// Proves contract rules: transcript-formats.

import { describe, expect, test } from "vitest";
import { spokenLines } from "#lib/media/transcript.ts";
import {
  maxStoredTranscriptBytes,
  maxTranscriptBytes,
  maxTranscriptLines,
  type TranscriptFormat,
} from "#lib/media/transcripts/formats.ts";
import { parseTranscript } from "#lib/media/transcripts/parse-transcript.ts";
import { jsonPlaces, timedSegment } from "#lib/media/transcripts/read-cues.ts";
import { writeTranscript } from "#lib/media/transcripts/write-transcript.ts";

const read = (format: TranscriptFormat, sent: string | Uint8Array, mayBeDamaged = false) =>
  parseTranscript({ format, bytes: Buffer.from(sent as string), mayBeDamaged });

/** Start and end in seconds, speaker, text. */
const said = (format: TranscriptFormat, sent: string) => {
  const { segments, faults } = read(format, sent);
  expect(faults).toEqual([]);
  return spokenLines(segments).map(({ start, end, speaker, text }) => [start, end, speaker, text]);
};

const faultLines = (...sent: Parameters<typeof read>) => read(...sent).faults.map(({ line }) => line);

/** A file of WebVTT with these blocks. */
const vtt = (...blocks: readonly string[]) => ["WEBVTT", ...blocks].join("\n\n");

const cue = (text: string, times = "00:01.000 --> 00:02.000") => `${times}\n${text}\n`;

describe("WebVTT", () => {
  test("is read with its voices, and without its head, comments, styles, regions, names and settings", () => {
    const file = [
      "WEBVTT - The marsh\nKind: captions",
      "NOTE\nspoken --\nat dawn",
      "STYLE\n::cue { color: red }",
      "REGION\nid:left",
      "first\n00:01.000 --> 00:02.500 align:start line:0\n<v Ada Byron>Listen,\n<i>a</i> wren.",
      "00:02.000 --> 01:00:00.000\nOff stage. <v.loud Bo>Two&nbsp;wrens!</v> <00:00:03.000>And?\n",
    ].join("\n\n");
    const expected = [
      [1, 2.5, "Ada Byron", "Listen, a wren."],
      [2, 3600, "", "Off stage."],
      [2, 3600, "Bo", "Two wrens!"],
      [2, 3600, "", "And?"],
    ];
    expect(said("vtt", file)).toEqual(expected);
    for (const end of ["\r\n", "\r"]) expect(said("vtt", file.replaceAll("\n", end))).toEqual(expected);
    expect(said("vtt", `\ufeff${file}`)).toEqual(expected);
  });

  test("is put in order, overlapping or not, beyond 99 hours, too; cues without text are left out", () => {
    const [early, late] = [cue("a", "00:02.000 --> 00:09.000"), cue("b", "123:00:03.000 --> 123:00:04.000")];
    expect(said("vtt", vtt(late, early, cue("<i></i>"), cue("c", "00:03.000 --> 00:03.000")))).toEqual([
      [2, 9, "", "a"],
      [3, 3, "", "c"],
      [442_803, 442_804, "", "b"],
    ]);
  });

  test("becomes plain text: entities are characters, and markup is gone or text", () => {
    const text = "<script>alert(1)</script> &lt;b&gt; &amp;lt; &#233;&#x1F426; &#0;&#xd800; &what; AT&T <u>x";
    expect(said("vtt", vtt(cue(text)))).toEqual([
      [1, 2, "", "alert(1) <b> &lt; é🐦 &#0;&#xd800; &what; AT&T x"],
    ]);
  });

  test("is refused with each line at fault", () => {
    const faulty = [
      "WEBVTT",
      "",
      "lost words",
      "",
      "00:01,000 --> 00:02.000",
      "a",
      "",
      "7",
      "00:61.000 --> 00:62.000",
      "",
      "00:05.000 --> 00:04.000",
      "b",
      "",
      "00:06.000 --> 00:07.000",
      "c",
      "00:07.000 --> 00:08.000",
      "d",
    ].join("\n");
    expect(faultLines("vtt", faulty)).toEqual([3, 5, 9, 11, 16]);
    expect(faultLines("vtt", cue("a"))).toEqual([1]);
    expect(faultLines("vtt", `WEBVTT\n${cue("a")}`)).toEqual([2]);
    for (const head of ["NOTE", "STYLE"]) expect(faultLines("vtt", vtt(`${head}\n${cue("a")}`))).toEqual([4]);
    expect(faultLines("vtt", vtt(cue("a", "99999:00:00.000 --> 99999:00:01.000")))).toEqual([3]);
  });
});

describe("SubRip", () => {
  test("is read with and without numbers, hours, fractions and coordinates, and without its tags", () => {
    const file =
      '1\n00:00:01,500 --> 00:00:02.25 X1:40 X2:600\n<font color="red">Ada: {\\an8}a</font> < b\n<i>wren</i>\n\n' +
      "\n0:1:2 --> 0:1:3,5\nc\n \n100:00:00,000 --> 100:00:01,000\nd";
    expect(said("srt", file)).toEqual([
      [1.5, 2.25, "", "Ada: a < b wren"],
      [62, 63.5, "", "c"],
      [360_000, 360_001, "", "d"],
    ]);
  });

  test("is refused with each line at fault", () => {
    const file = "1\n00:00:01,000 -> 00:00:02,000\na\n\n2\n\n3\n00:00:03,000 --> soon\nb\n";
    expect(faultLines("srt", file)).toEqual([2, 5, 8]);
  });
});

describe("the podcast namespace's JSON", () => {
  test("is read with and without times, which put it in order if all have one", () => {
    const one = { startTime: 61.0005, endTime: 62, speaker: " Ada ", body: "one\ntwo" };
    const segments = [one, { startTime: 3, body: "x", other: 1 }, { body: " ", startTime: 1 }];
    expect(said("podcast-json", JSON.stringify({ version: "1.0.0", segments }))).toEqual([
      [3, null, "", "x"],
      [61.001, 62, "Ada", "one two"],
    ]);
    const untimed = JSON.stringify({ segments: [one, { body: "x", speaker: null }] });
    expect(said("podcast-json", untimed)).toEqual([
      [61.001, 62, "Ada", "one two"],
      [null, null, "", "x"],
    ]);
  });

  test("is refused with the line of each segment at fault", () => {
    const file = `{"other": [{}, "segments"], "segments": [
      {"body": "fine"}, {"body": 7},

      {"body": "x", "startTime": -1}, [],
      {"body": "x", "startTime": 5, "endTime": 4},
      {"body": "\\u0001"}, {"body": "\\ud800"}, {"body": "x", "speaker": {}}
    ]}`;
    expect(read("podcast-json", file).faults).toEqual([
      { line: 2, message: "segments.1: `body` has to be a text without control characters." },
      ...[2, 3].map((index) => ({
        line: 4,
        message: expect.stringContaining(`segments.${index}: `),
      })),
      { line: 5, message: "segments.4: it ends before it begins." },
      ...[5, 6, 7].map((index) => ({ line: 6, message: expect.stringContaining(`segments.${index}: `) })),
    ]);
  });

  test.each([
    ["", 1],
    ["[]", 1],
    ["null", 1],
    ['{"segments": {}}', 1],
    ['{"segments": [\n{"body": "x"},\n]}', 3],
    ['{"segments": [\n{"body": "x"}\n', 2],
    ['{"segments": [\n{"body" "x"}]}', 2],
    ['{"segments": [{"body":\n\n"x]}', 3],
    ['{"segments": []}\n}', 2],
    [`{"segments": [\n${"[".repeat(100_000)}`, 2],
  ])("is refused with the line where it breaks: %#", (file, line) => {
    expect(faultLines("podcast-json", file)).toEqual([line]);
  });

  test("has its places found as JSON.parse finds its members", () => {
    const list = [1, "a", { segments: [1, 2] }, [3], null, true];
    const text = JSON.stringify({ a: { segments: [9] }, segments: list, b: [] }, null, 1);
    const { faultAt, itemsAt } = jsonPlaces(text, "segments");
    expect(faultAt).toBeUndefined();
    expect(itemsAt).toHaveLength(list.length);
    for (const [index, at] of itemsAt.entries())
      expect(text.slice(at)[0]).toBe(JSON.stringify(list[index])[0]);
    for (let length = 0; length < text.length; length++)
      expect(jsonPlaces(text.slice(0, length), "segments").faultAt).toBeLessThanOrEqual(length);
  });
});

test("plain text has a line for each line, without times", () => {
  expect(said("text", "\ufeffAda: Listen!\r\n\r\n  A  wren <b>.  ")).toEqual([
    [null, null, "", "Ada: Listen!"],
    [null, null, "", "A wren <b>."],
  ]);
});

test("a long line of plain text is cut at spaces, or where there is none", () => {
  const words = (count: number) => Array.from({ length: count }, () => "wren").join(" ");
  const texts = said("text", `${words(500)} ${"🐦".repeat(1_200)}\nend`).map(([, , , text]) => String(text));
  expect(texts.map((text) => [...text].length)).toEqual([999, 999, 499, 999, 201, 3]);
  expect(texts.join(" ").replaceAll("🐦 🐦", "🐦🐦")).toBe(`${words(500)} ${"🐦".repeat(1_200)} end`);
});

describe("in every format", () => {
  const formats = ["vtt", "srt", "podcast-json", "text"] as const;

  test("bytes that are not UTF-8, and control characters, are named by their lines", () => {
    for (const format of formats) {
      expect(faultLines(format, Buffer.from("a\n\xff\nb\n\xc3", "latin1"))).toEqual([2, 4]);
      expect(faultLines(format, Buffer.from("WEBVTT", "utf16le"))).toEqual([1]);
      expect(faultLines(format, Buffer.from("\ufeffWEBVTT", "utf16le"))).toEqual([1]);
      expect(faultLines(format, "a\n\ufffd", true)).toEqual([2]);
      expect(faultLines(format, Buffer.alloc(3_000))).toEqual([1]);
    }
    expect(said("text", "a \ufffd\fb")).toEqual([[null, null, "", "a \ufffd b"]]);
  });

  test("one in which nobody says anything is refused", () => {
    const empty = { vtt: vtt(cue("")), srt: "\n \n", "podcast-json": '{"segments": []}', text: "\ufeff \n" };
    for (const format of formats) expect(faultLines(format, empty[format])).toEqual([1]);
  });

  test("one fault more is found than a refusal reports", () => {
    expect(faultLines("vtt", vtt(...Array.from({ length: 700 }, () => "lost")))).toHaveLength(501);
    const segments = Array.from({ length: 700 }, () => 7);
    expect(faultLines("podcast-json", JSON.stringify({ segments }))).toHaveLength(501);
  });

  test("100,000 lines are read, one more is refused, and what is stored can be read again", () => {
    const lines = (count: number) => "a\n".repeat(count);
    expect(read("text", lines(maxTranscriptLines)).segments).toHaveLength(maxTranscriptLines);
    expect(faultLines("text", lines(maxTranscriptLines + 1))).toHaveLength(1);
    // All in one cue; tags without text are no lines.
    const voices = (count: number) => vtt(cue("<v Ada></v>".repeat(60_000) + "<v Ada>x".repeat(count)));
    expect(read("vtt", voices(maxTranscriptLines)).segments).toHaveLength(maxTranscriptLines);
    expect(faultLines("vtt", voices(maxTranscriptLines + 1))).toHaveLength(1);
    const ms = 9_999 * 3_600_000;
    const longest = timedSegment({ startMs: ms, endMs: ms, speaker: "s", text: "" });
    const bytes = JSON.stringify(longest).length * maxTranscriptLines + maxTranscriptBytes * 2;
    expect(bytes).toBeLessThan(maxStoredTranscriptBytes);
  });
});

describe("a transcript that is written", () => {
  const lines = spokenLines([
    { start_ms: 1000, speaker: "Ada", text: "One --> <x> & two" },
    { start_ms: 3000, end_ms: 360_000_000, text: "Three" },
  ]);

  test("says the same when it is read again", () => {
    const expected = [
      [1, 3, "Ada", "One --> <x> & two"],
      [3, 360_000, "", "Three"],
    ];
    expect(said("vtt", writeTranscript("vtt", lines)!)).toEqual(expected);
    expect(said("podcast-json", writeTranscript("podcast-json", lines)!)).toEqual(expected);
    expect(said("srt", writeTranscript("srt", lines)!)).toEqual([
      [1, 3, "", "Ada: One → <x> & two"],
      expected[1],
    ]);
    expect(writeTranscript("text", lines)).toBe("Ada: One --> <x> & two\nThree\n");
  });

  test("needs times for cues, and none for text and JSON", () => {
    const untimed = spokenLines([{ text: "One" }]);
    expect(["vtt", "srt"].map((format) => writeTranscript(format as "vtt", untimed))).toEqual([
      undefined,
      undefined,
    ]);
    expect(writeTranscript("text", untimed)).toBe("One\n");
    expect(said("podcast-json", writeTranscript("podcast-json", untimed)!)).toEqual([
      [null, null, "", "One"],
    ]);
    expect(writeTranscript("text", [])).toBeUndefined();
  });
});
