import { expect, test } from "vitest";
import { textSchema } from "../../../browser/admin/editor/text/schema.ts";
import { TextCodec } from "../../../browser/admin/editor/text/texts.ts";
import { wordCount } from "../../../browser/admin/editor/text/word-count.ts";

const features = ["bold", "link", "ul"];

const counted = (html: string, language?: string) => {
  const codec = new TextCodec(textSchema(features), features, new Set());
  return wordCount(codec.docOf({ overview: [{ type: "paragraph", value: html }], detail: [] }), language);
};

test.each([
  ["nothing", "<p></p>", 0],
  ["words with signs in them", "<p>Don’t re-read e.g. this, 3.5 times!</p>", 6],
  ["words across formatting", "<p>one<b>word</b> two</p>", 2],
  ["lines and items", "<p>one</p><ul><li>two</li><li>three</li></ul>", 3],
  ["words of other letters", "<p>Über шесть ορνιθες</p>", 3],
])("counts %s", (_, html, words) => {
  expect(counted(html).words).toBe(words);
});

test("counts words of Chinese, which have no blanks between them", () => {
  expect(counted("<p>我喜欢鸟</p>", "zh").words).toBeGreaterThan(1);
});

test("says how many minutes one reads, at least one", () => {
  expect(counted("<p>one</p>").minutes).toBe(1);
  expect(counted(`<p>${"word ".repeat(2_300)}</p>`).minutes).toBe(10);
});
