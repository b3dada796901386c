import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyText } from "#cli/folder/body-text.ts";
import { postText } from "#cli/folder/post-text.ts";
import { parseFrontMatter } from "#cli/publish/split-front-matter.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { richTextFeatureNames } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { htmlSoup } from "#test/lib/richtext/html-soup.ts";

const paragraph = (value: string): AuthorBlock => ({ type: "paragraph", value });

const detailText = (...detail: AuthorBlock[]) => bodyText({ overview: [], detail });

describe("the text of a post's blocks", () => {
  test.each([
    ["<p>Both <b>pools</b> have <i>borne</i>.</p>", "Both **pools** have *borne*.\n"],
    ['<p><a href="https://x.example/?a=1&amp;b=2">l</a></p>', "[l](https://x.example/?a=1&amp;b=2)\n"],
    ["<h2>Ice</h2><p>Run <code>a`b</code>.</p>", "## Ice\n\nRun ``a`b``.\n"],
    ["<ul><li>one<ul><li>two</li></ul></li></ul>", "- one\n  - two\n"],
    ['<h2 data-block-key="#own-id">Ice</h2><h2>{#a}</h2>', "## Ice {#own-id}\n\n## \\{#a}\n"],
    ['<ol start="4"><li>a</li><li>b</li></ol>', "4. a\n5. b\n"],
    [
      "<ol><li>Run:<br/><code>if a:<br/>\u00a0\u00a0b ``` c</code></li><li>x</li></ol>",
      "1. Run:\n   ````\n   if a:\n     b ``` c\n   ````\n2. x\n",
    ],
    ["<p>CO<sub>2</sub></p>", "```lectern\ntype: paragraph\nvalue: <p>CO<sub>2</sub></p>\n```\n"],
    [
      '<p data-block-key="a1">x</p>',
      '```lectern\ntype: paragraph\nvalue: <p data-block-key="a1">x</p>\n```\n',
    ],
  ])("of %s is %j", (html, text) => {
    expect(detailText(paragraph(html))).toBe(text);
  });

  test("keeps successive prose apart, and blocks that Markdown has no words for, in code blocks", () => {
    const fact = { type: "fact", value: { text: "Ice ```bears```", picture: { file: "a b.jpg" } } };
    expect(
      detailText(paragraph("<p>one</p>"), paragraph("<p>two</p>"), fact, paragraph("<p>three</p>")),
    ).toBe(
      [
        ...["one", "", "````lectern", "- type: paragraph", "  value: <p>two</p>"],
        ...["- type: fact", "  value:", "    text: Ice ```bears```"],
        ...["    picture:", "      file: a b.jpg", "````", "", "three", ""],
      ].join("\n"),
    );
  });

  test("names pictures by their files", () => {
    const file = "media/a heron (1).jpg";
    const heron = { file, alt_text: "A *heron*", caption: 'It says "kraak"' };
    expect(
      detailText(
        { type: "image", value: { file, alt_text: "A" } },
        { type: "gallery", value: [heron, { file: "été.jpg" }] },
      ),
    ).toBe(
      [
        "![A](media/a%20heron%20%281%29.jpg)",
        "",
        '![A \\*heron\\*](media/a%20heron%20%281%29.jpg "It says \\"kraak\\"")',
        "![](été.jpg)",
        "",
      ].join("\n"),
    );
    expect(detailText({ type: "image", value: { id: 7 } })).toContain("```lectern\ntype: image");
  });

  test("has code as a code block, except in the language of its own code blocks", () => {
    expect(detailText({ type: "code", value: { language: "text", source: "a\n```\nb" } })).toBe(
      "````\na\n```\nb\n````\n",
    );
    expect(detailText({ type: "code", value: { language: "lectern", source: "x" } })).toContain("type: code");
  });

  test("has the overview above a mark", () => {
    const [overview, detail] = [[paragraph("<p>Short.</p>")], [paragraph("<p>Long.</p>")]];
    expect(bodyText({ overview, detail })).toBe("Short.\n\n<!--more-->\n\nLong.\n");
  });

  test("is prose only where it is read back as the same rich text", () => {
    let plain = 0;
    fc.assert(
      fc.property(htmlSoup, (soup) => {
        const sanitized = sanitizeRichText(soup, richTextFeatureNames);
        if ("problem" in sanitized) return;
        const text = detailText(paragraph(sanitized.html));
        if (text.includes("```lectern")) return;
        plain += 1;
        expect(blocksFromMarkdown(text, richTextFeatureNames)).toEqual({
          blocks: [paragraph(sanitized.html)],
        });
      }),
    );
    expect(plain).toBeGreaterThan(0);
  });
});

describe("the front matter of a post", () => {
  const words = fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => text.trim() !== "");

  test("says nothing of what is empty", () => {
    const text = postText(
      { title: "Ice", draft: false, summary: "", tags: [] },
      { overview: [], detail: [] },
    );
    expect(text).toBe("---\ntitle: Ice\n---\n");
    const said = postText({ title: "1.10", draft: true, explicit: false }, { overview: [], detail: [] });
    expect(said).toBe('---\ntitle: "1.10"\ndraft: true\nexplicit: false\n---\n');
  });

  test("is read back as what was written", () => {
    fc.assert(
      fc.property(words, words, fc.array(words), (title, summary, tags) => {
        const read = parseFrontMatter(postText({ title, summary, tags }, { overview: [], detail: [] }));
        if ("problem" in read) throw new Error(read.problem.message);
        expect(read.fields.get("title")?.text).toBe(title);
        expect(read.fields.get("summary")?.text).toBe(summary);
        expect(read.fields.get("tags")?.items?.map(({ text }) => text) ?? []).toEqual(tags);
      }),
    );
  });
});
