import { expect, test } from "vitest";
import { chapterInLine, chaptersInText } from "#cli/publish/media/chapters.ts";

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
