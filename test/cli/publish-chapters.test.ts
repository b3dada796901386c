import { expect, test } from "vitest";
import { chapterInLine, chaptersInText, checkedChapters } from "#cli/publish/media/chapters.ts";

test.each<[string, object | undefined]>([
  ["00:01:02 First ice", { start: "00:01:02", title: "First ice" }],
  [
    "00:00:10.500 First ice <https://ice.example/a?b=c>",
    { start: "00:00:10.500", title: "First ice", link: "https://ice.example/a?b=c" },
  ],
  ["0:10 Ice<http://ice.example/>", { start: "0:10", title: "Ice", link: "http://ice.example/" }],
  ["0:10 Ice <3", { start: "0:10", title: "Ice <3" }],
  ["0:10 Ice <javascript:alert(1)>", { start: "0:10", title: "Ice <javascript:alert(1)>" }],
  ["0:10 <https://ice.example/>", { start: "0:10", title: "<https://ice.example/>" }],
  ["First ice", undefined],
  ["0:10", undefined],
])("the line %j is the chapter %j", (line, expected) => {
  expect(chapterInLine(line, 3)).toEqual(expected && { line: 3, ...expected });
});

test("a file of such lines is read as a whole", () => {
  const { chapters, problems } = chaptersInText("00:00 Start <https://ice.example>\n\n00:10 End\n");
  expect(problems).toEqual([]);
  expect(chapters).toEqual([
    { line: 1, start: "00:00", title: "Start", link: "https://ice.example" },
    { line: 3, start: "00:10", title: "End" },
  ]);
});

test("a line with a time alone is left out and told", () => {
  const { chapters, problems, losses } = chaptersInText("00:00 Start\n00:10\n00:20 \n00:30 End\n");
  expect(problems).toEqual([]);
  expect(chapters.map(({ title }) => title)).toEqual(["Start", "End"]);
  expect(losses).toEqual(["2 chapters without a title: left out."]);
});

test.each<[string, readonly object[], readonly object[], readonly string[]]>([
  [
    "null is as nothing",
    [{ startTime: 0, title: "A", url: null, img: null }],
    [{ start: 0, title: "A" }],
    [],
  ],
  [
    "addresses of other kinds are left out",
    [{ startTime: 0, title: "A", url: "/notes", img: "a.jpg" }],
    [{ start: 0, title: "A" }],
    [
      "url of chapters is not kept where it is no address of the web.",
      "img of chapters is not kept where it is no address of the web.",
    ],
  ],
  [
    "the first of those that begin together is kept",
    [
      { startTime: 5, title: "A" },
      { startTime: 5, title: "B" },
    ],
    [{ start: 5, title: "A" }],
    ["1 chapter where another one begins: left out."],
  ],
  [
    "a long title is cut",
    [{ startTime: 0, title: "é".repeat(300) }],
    [{ start: 0, title: "é".repeat(255) }],
    ["Titles of chapters are cut after 255 characters."],
  ],
])("JSON may say more than the service keeps: %s", (_, said, expected, losses) => {
  const read = chaptersInText(JSON.stringify({ version: "1.2.0", chapters: said }));
  expect(read).toEqual({
    chapters: expected.map((chapter) => ({ line: 1, ...chapter })),
    problems: [],
    losses,
  });
  expect(checkedChapters(read.chapters)).not.toHaveProperty("problems");
});
