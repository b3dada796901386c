import fc from "fast-check";
import { expect, test } from "vitest";
import { keptFeatureNames } from "#lib/richtext/features.ts";
import { readMarkdownSource } from "#lib/richtext/source/read-source.ts";
import { markdownSourceOf } from "#lib/richtext/source/write-source.ts";
import { textSchema } from "../../../browser/admin/editor/text/schema.ts";
import { anyTextsOf } from "./any-texts.ts";

const rules = {
  features: keptFeatureNames,
  nameOf: (piece: object) => ("html" in piece ? "Text" : "Block"),
};

test("any text comes back from its Markdown as the same blocks", () => {
  fc.assert(
    fc.property(anyTextsOf(textSchema(rules.features), rules.features), (texts) => {
      const { markdown, held } = markdownSourceOf(texts, rules);
      const read = readMarkdownSource(markdown, held, rules.features);
      expect(read.texts).toEqual(texts);
      expect(read).toMatchObject({ removed: [], unknown: [] });
    }),
    { numRuns: 5_000 },
  );
});

const paragraph = (value: string) => ({ type: "paragraph", value });
const gallery = { type: "gallery", value: [{ id: 1 }] };

const read = (
  markdown: string,
  held: Parameters<typeof readMarkdownSource>[1] = [],
  features = rules.features,
) => readMarkdownSource(markdown, held, features);

test("what people write by hand is written as they have written it", () => {
  const markdown = [
    "Words before a fold, *leaning*, **bold**, `code` and snake_case; 5 * 3 [sic] ~ 15 < 16.",
    "<!--more-->",
    "## A heading",
    "- one\n- two\n  1. three\n- four",
    "> A quote",
    "```js\nconst reeds = [[1]];\n\n[[1: no block]]\n```",
    "[A page](page:12), [a file](document:3), [the site](/about/?a=1&b=2)",
    "---",
  ]
    .map((each) => `${each}\n`)
    .join("\n");
  const source = markdownSourceOf(read(markdown).texts, rules);
  expect(source).toEqual({ markdown, held: [] });
});

test.each([
  ["a block", gallery],
  ["strikethrough", paragraph("<p>so <s>not</s> so</p>")],
  ["a heading with an id of its own", paragraph('<h2 data-block-key="#reeds">Reeds</h2>')],
])("%s is held by a line, with which it moves, is repeated and is removed", (_, block) => {
  const before = paragraph("<p>before</p>");
  const { markdown, held } = markdownSourceOf({ overview: [], detail: [before, gallery, block] }, rules);
  const line = markdown.trim().split("\n").at(-1)!;
  expect(line).toMatch(/^\[\[2: \w+\]\]$/);
  expect(read(`${line}\nbefore\n${line}`, held)).toMatchObject({ removed: [0], unknown: [] });
  const { texts } = read(`[[1: any name]]\nbefore\n\n${line}\n\n[[1: x]]`, held);
  const shown = JSON.stringify(texts.detail);
  expect(shown.split(JSON.stringify(gallery)).length).toBe(block === gallery ? 4 : 3);
  expect(shown.indexOf(JSON.stringify(gallery.value))).toBeLessThan(shown.indexOf("before"));
  expect(read("before", held).removed).toEqual([0, 1]);
});

test("a line with a number that nothing has is text, and its number is told", () => {
  const { texts, unknown } = read("[[7: Gallery]]");
  expect([texts.detail, unknown]).toEqual([[paragraph("<p>[[7: Gallery]]</p>")], [7]]);
});

test.each([
  ["a picture", "a ![reed](reed.png) b", "<p>a ![reed](reed.png) b</p>"],
  ["HTML", "<b>a</b>\n\n<!-- b -->", "<p>&lt;b&gt;a&lt;/b&gt;</p><p>&lt;!-- b --&gt;</p>"],
  ["an address that no link uses", "[reed]: /reeds/", "<p>[reed]: /reeds/</p>"],
  ["a second fold", "<!--more-->\n\na\n\n<!--more-->", "<p>a</p><p>&lt;!--more--&gt;</p>"],
])("%s stays text, so that nothing is lost", (_, markdown, html) => {
  expect(read(markdown).texts.detail).toEqual([paragraph(html)]);
});

test("code in a list keeps its lines, and the blanks at their beginnings", () => {
  const { texts } = read("- a\n\n  ```\n  if\n    b\n  ```");
  expect(texts.detail).toEqual([paragraph("<ul><li>a<br/><code>if<br/>\u00A0\u00A0b</code></li></ul>")]);
});

test("formatting that the site does not have becomes plain text, and is named", () => {
  const outcome = read(
    '# A\n\n- *b* [c](/d/ "e")\n\n> f\n\n---\n\n[g](javascript:h)\n\n```js i\nj\n```\n\n`k`',
    [],
    ["bold", "link"],
  );
  expect(outcome.texts.detail).toEqual([
    paragraph('<p>A</p><p>b <a href="/d/">c</a></p><p>f</p><p>[g](javascript:h)</p>'),
    { type: "code", value: { language: "js", source: "j" } },
    paragraph("<p>k</p>"),
  ]);
  expect([...outcome.leftOut].sort()).toEqual([
    ...["leftHeadings", "leftInfo", "leftLists", "leftQuotes", "leftRules", "leftTitles"],
  ]);
  expect([...outcome.leftMarks].sort()).toEqual(["code", "italic"]);
});

test("what the service would not read is kept as plain lines", () => {
  const { texts, refused } = read(`${"> ".repeat(200)}deep\n\n\uD800 alone`);
  expect(refused).toBeDefined();
  expect(JSON.stringify(texts.detail)).toMatch(/deep.*alone/);
});

const notation = fc.constantFrom(
  ...["\n", "\n\n", "  \n", " ", "- ", "> ", "# ", "1. ", "    ", "```", "~~~js\n", "`", "*", "**", "_"],
  ...[
    "[",
    "](",
    ")",
    "![",
    "<",
    ">",
    "<!--",
    "-->",
    "]: ",
    "\\",
    "&",
    "|",
    "---\n",
    "<!--more-->\n",
    "[[1: ",
    "]]",
  ],
);

test("no word that is typed is lost, whatever stands around it", () => {
  const word = fc.integer({ min: 100, max: 999 }).map((number) => `word${number}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(word, notation), { maxLength: 30 }), (parts) => {
      const markdown = parts.join("");
      const outcome = read(markdown);
      const kept = JSON.stringify(outcome.texts);
      const isTold = outcome.leftOut.size > 0;
      for (const each of markdown.match(/word\d{3}/g) ?? [])
        if (!kept.includes(each) && !isTold) expect.fail(`${each} is not in ${kept}`);
    }),
    { numRuns: 60_000 },
  );
});
