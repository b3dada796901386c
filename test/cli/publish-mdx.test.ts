import { describe, expect, test } from "vitest";
import { plainMdx } from "#cli/publish/body/mdx.ts";
import { readText } from "#cli/publish/body/read-text.ts";
import { readPostSource } from "#cli/publish/source.ts";
import { richTextFeatureNames } from "#lib/richtext/features.ts";

const plain = (...lines: string[]): string =>
  plainMdx(lines.join("\n"))
    .text.replace(/\n{2,}/g, "\n")
    .trim();

const notesOf = (...lines: string[]): string[] =>
  plainMdx(lines.join("\n")).notes.map(({ line, message }) => `${line}: ${message}`);

const htmlOf = (...lines: string[]): string => {
  const { detail, problems } = readText(lines.join("\n"), 1, { features: richTextFeatureNames, isMdx: true });
  expect(problems).toEqual([]);
  return detail
    .map(({ block }) => block([]))
    .map(({ type, value }) => (typeof value === "string" ? value : `[${type}]`))
    .join("");
};

describe("MDX as Markdown", () => {
  test.each([
    ["an import", ["import Map from './Map.astro'", "", "Snow."], "Snow."],
    ["imports in a row", ['import { a, b } from "x";', "import 'y.css'", "Snow."], "Snow."],
    [
      "an export with blank lines",
      ["export const meta = {", "  a: 'b',", "", "  c: [1],", "};", "", "Snow."],
      "Snow.",
    ],
    ["an export of JSX", ["export default ({ children }) => <b>{children}</b>", "", "Snow."], "Snow."],
    [
      "a sentence that begins like an import",
      ["import duties rose.", "", "export is slow."],
      "import duties rose.\nexport is slow.",
    ],
    ["an import in a sentence", ["We", "import Tea from 'x'"], "We\nimport Tea from 'x'"],
    ["the tags of a component", ["<Note kind='a > b' data={{ a: '}' }}>Snow *fell*.</Note>"], "Snow *fell*."],
    ["a component over lines", ["<Map", "  zoom={3}", "  at={[1, 2]}", "/>", "Snow."], "Snow."],
    ["a fragment and a member", ["<><Ui.Row>Snow.</Ui.Row></>"], "Snow."],
    ["an expression", ["Snow {1 + fn({ a: `}` })}fell."], "Snow fell."],
    ["a comment", ["Snow {/* not } yet */}fell."], "Snow fell."],
    ["a text in braces", ["Snow{' '}*fell*{\"*\"}"], "Snow *fell*\\*"],
    ["what is escaped", ["Snow \\{fell} \\<Note>"], "Snow \\{fell} \\<Note>"],
    [
      "code",
      ["`{a}` and `` <Note> `{b} ``", "", "```js", "import a from 'b'", "{c} <Note>", "```"],
      "`{a}` and `` <Note> `{b} ``\n```js\nimport a from 'b'\n{c} <Note>\n```",
    ],
    ["what is no tag", ["1 < 2 {and 3 <4, a<b"], "1 < 2 {and 3 <4, a<b"],
    ["a tag that does not end", ["Snow <Note a='b"], "Snow <Note a='b"],
    [
      "a picture that is imported",
      ["import heron from '../heron.png';", "", '<Image src={heron} alt="A heron" />'],
      "![A heron](<../heron.png>)",
    ],
    ["a link", ['<Link href="/b/">Snow</Link>'], '<a href="/b/">Snow</a>'],
    [
      "an element of HTML",
      ["import h from './h.png'", "", "<img src={h.src} className='wide' style={{ a: 1 }} />"],
      '<img src="./h.png" class="wide" />',
    ],
  ])("has no %s, or what it shows", (_, lines, expected) => {
    expect(plain(...lines)).toBe(expected);
  });

  test("keeps every line where it is", () => {
    const text = ["import a from 'b'", "", "<Map", "  zoom={3}", "/>", "", "Snow {a(", ")} fell."].join("\n");
    const lines = plainMdx(text).text.split("\n");
    expect(lines).toHaveLength(text.split("\n").length);
    expect(lines.findIndex((line) => line.startsWith("Snow"))).toBe(6);
  });

  test("is told once for each kind of what is left out, with the lines", () => {
    expect(
      notesOf(
        "import Map from './Map.astro'",
        "export const a = 1",
        "",
        "<Map zoom={3} /> {a}",
        "",
        "<Map /> {a + 1} <Note>Snow.</Note> <YouTube id='b-1' />",
        "",
        "import Tea from './Tea.astro'",
      ),
    ).toEqual([
      "1: The imports and exports of MDX are not kept, on lines 1, 2, 8.",
      "4: Components of MDX are not kept, but the text in them: <Map> (line 4), <Map> (line 6), <Note> (line 6)",
      "4: Expressions of MDX are not kept: {a} (line 4), {a + 1} (line 6)",
      "6: The component YouTube is a link now: https://www.youtube.com/watch?v=b-1",
    ]);
    expect(notesOf("Snow *fell*.", "", "- `{a}`", "", "<b>Ice</b>")).toEqual([]);
  });

  test("is told with the lines of the file, in which the text begins later", () => {
    const { removed } = readText("{a}", 7, { features: richTextFeatureNames, isMdx: true });
    expect(removed).toEqual([{ line: 7, message: "Expressions of MDX are not kept: {a} (line 7)" }]);
  });

  test("does not make code of what components indent, nor text of code in them", () => {
    expect(htmlOf("<Tabs>", "\tSnow *fell*.", "", "    And ice.", "</Tabs>")).toBe(
      "<p>Snow <i>fell</i>.</p><p>And ice.</p>",
    );
    expect(htmlOf("<Tabs>", "    ```js", "    const a = <b>{c}</b>;", "    ```", "</Tabs>")).toBe("[code]");
    expect(htmlOf("- One", "", "    <Note>Two</Note>", "", "- Three")).toMatch(
      /^<ul><li>.*One.*Two.*<\/li><li>.*Three.*<\/li><\/ul>$/,
    );
  });

  test("has Markdown in elements of HTML", () => {
    expect(htmlOf('<div className="note">', "Snow *fell*.", "</div>")).toBe("<p>Snow <i>fell</i>.</p>");
  });

  test("with very many brackets and tags that nothing closes stays as it is", () => {
    for (const part of ["{", "<a ", "<A b={", "`", "import {\n\n"]) {
      const text = part.repeat(200_000 / part.length);
      expect(plainMdx(text).text).toBe(text);
    }
  });
});

test("only files that end in .mdx are read as MDX", () => {
  const text = "---\ntitle: A\n---\n\nimport a from 'b'\n\n![](<{c}.png>)\n";
  const filesIn = (file: string) => {
    const read = readPostSource(file, text);
    return read.mediaInText.map(({ file: name }) => name);
  };
  expect(filesIn("a.md")).toEqual(["{c}.png"]);
  expect(filesIn("a.MDX")).toEqual([".png"]);
});
