// Proves contract rules: chapter-times, chapter-marks.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chaptersIn, chapterTime, firstChapters } from "#lib/media/chapters.ts";

const listed = (text: string) => {
  const result = chaptersIn(text);
  return "chapters" in result
    ? result.chapters.map(({ startSeconds, title }) => [startSeconds, title])
    : result.problems;
};

describe("a chapter mark", () => {
  test.each<[string, number]>([
    ["0:00", 0],
    ["00:00", 0],
    ["5:07", 307],
    ["59:59", 3_599],
    ["60:00", 3_600],
    ["75:30", 4_530],
    ["1439:59.5", 86_399.5],
    ["0:00:01", 1],
    ["1:02:03", 3_723],
    ["01:02:03.4", 3_723.4],
    ["23:59:59.999999", 86_399.999],
    ["02:03.045678", 123.045],
  ])("begins at the time %s", (time, seconds) => {
    expect(listed(`${time} Dawn`)).toEqual([[seconds, "Dawn"]]);
  });

  test.each([
    ["24:00:00"],
    ["1440:00"],
    ["10000:00"],
    ["1:60:00"],
    ["25:00:00"],
    ["1:2:03"],
    ["1:02:60"],
    ["1:02:03."],
    ["1:02:03,5"],
    ["1:02:03.1234567"],
    ["12"],
    ["-1:00"],
    ["1:02:03:04"],
    ["١:٠٠"],
  ])("has no time like %s", (time) => {
    expect(listed(`0:00 Dawn\n${time} Noon`)).toEqual([expect.stringMatching(/^The line "/)]);
  });

  test("has a title, in which blanks collapse", () => {
    expect(listed("0:00 \t The   grey\u00a0\u0007heron \r\n0:01 <b>Dusk</b> https://x.example")).toEqual([
      [0, "The grey heron"],
      [1, "<b>Dusk</b> https://x.example"],
    ]);
    expect(listed("0:00")).toHaveLength(1);
    expect(listed("0:00  \r")).toHaveLength(1);
  });

  test("has a title of at most 255 characters", () => {
    expect(listed(`0:00 ${"🦆".repeat(255)}`)).toEqual([[0, "🦆".repeat(255)]]);
    expect(listed(`0:00 ${"x".repeat(256)}`)).toEqual([expect.stringMatching(/^The line "/)]);
  });
});

test("chapters come by their start, and lines without text do not matter", () => {
  expect(listed("\r\n1:00 Noon\r\n\r\n 0:30 Dawn\n\n")).toEqual([
    [30, "Dawn"],
    [60, "Noon"],
  ]);
  expect(listed("")).toEqual([]);
});

test("every wrong line is named, and so is every chapter that begins when another does", () => {
  expect(listed("0:01 Dawn\nnoon\n0:00:01.0004 Dusk\n0:02\n")).toEqual([
    'The line "noon" is not a time such as 1:02:03 and a title of at most 255 characters.',
    'The line "0:00:01.0004 Dusk" begins when another chapter does.',
    'The line "0:02" is not a time such as 1:02:03 and a title of at most 255 characters.',
  ]);
});

test("there are at most 1,000 chapters, with 50,000 characters in their titles", () => {
  const lines = (count: number, title: string) =>
    Array.from({ length: count }, (_, index) => `${chapterTime(index)} ${title}`).join("\n");
  expect(listed(lines(1_000, "x"))).toHaveLength(1_000);
  expect(listed(lines(1_001, "x"))).toEqual(["There are too many chapters."]);
  expect(listed(lines(500, "x".repeat(100)))).toHaveLength(500);
  expect(listed(lines(501, "x".repeat(100)))).toEqual(["There are too many chapters."]);
});

test("of too many chapters the first stay", () => {
  const chapters = Array.from({ length: 300 }, (_, startSeconds) => ({
    startSeconds,
    title: "x".repeat(250),
    link: "",
    image: "",
  }));
  expect(firstChapters(chapters)).toEqual(chapters.slice(0, 200));
  expect(firstChapters(chapters.slice(0, 200))).toHaveLength(200);
});

test("whatever chapters are written down are read again", () => {
  const start = fc.integer({ min: 0, max: 86_399_999 });
  const title = fc.stringMatching(/^[a-z]([a-z ]{0,20}[a-z])?$/).map((text) => text.replace(/ +/g, " "));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(start, title), { selector: ([ms]) => ms }), (chapters) => {
      const text = chapters.map(([ms, name]) => `${chapterTime(ms / 1000)} ${name}`).join("\n");
      const sorted = chapters.toSorted(([one], [other]) => one - other);
      expect(listed(text)).toEqual(sorted.map(([ms, name]) => [ms / 1000, name]));
    }),
  );
});

test("any text is read or refused", () => {
  const unit = fc.constantFrom("0", "1", "9", ":", ".", " ", "\n", "\r", "a", "\0", "\u2028");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      const result = chaptersIn(text);
      if ("chapters" in result) {
        for (const { startSeconds, title } of result.chapters) {
          expect(startSeconds).toBeLessThan(86_400);
          expect(title).not.toMatch(/^\s|\s$|^$|\s{2}/);
        }
      } else expect(result.problems.length).toBeGreaterThan(0);
    }),
  );
});
