import { describe, expect, test } from "vitest";
import { type BodyRules, readText } from "#cli/publish/body/read-text.ts";
import type { CustomBlock } from "#lib/blocks/custom-block.ts";
import { richTextFeatureNames } from "#lib/richtext/features.ts";

/** Of a text that begins on line 5: its blocks, with the files of media for their ids, and what is said. */
const read = (lines: readonly string[], rules: Partial<BodyRules> = {}) => {
  const body = readText(lines.join("\n"), 5, {
    features: richTextFeatureNames,
    custom: { overview: new Map(), detail: new Map() },
    ...rules,
  });
  const blocks = [...(body.overview ?? []), ...body.detail].map(({ media, block }) => {
    const files = Object.assign(
      media.map((_, index) => index + 1),
      {},
    );
    return named(
      block(files),
      media.map(({ file }) => file),
    );
  });
  const lined = (notes: readonly { readonly line: number; readonly message: string }[]) =>
    notes.map(({ line, message }) => `${line}: ${message}`);
  return {
    blocks,
    problems: lined(body.problems),
    removed: lined(body.removed),
    warnings: lined(body.warnings),
  };
};

/** A block with the names of files in the place of ids. */
const named = ({ type, value }: { type: string; value: unknown }, files: readonly string[]): unknown => {
  const inner = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(inner);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([key, member]) => [
        key,
        key === "id" ? files[Number(member) - 1] : inner(member),
      ]),
    );
  };
  return type === "paragraph" ? value : { [type]: inner(value) };
};

const moved = (file: string) =>
  `The picture ${file} stands before or after its paragraph, because none stands in a sentence, list or quote.`;

describe("HTML in Markdown is what it means, and never visible markup", () => {
  test("in a sentence, as far as rich text has it, beside Markdown", () => {
    expect(
      read([
        'Hold <kbd>Alt</kbd>, x<sup>2</sup>, <a href="https://e.example/?a=1&amp;copy=2">*one*</a>,',
        "<strong>two</strong><br>three `<kbd>` \\<b>.",
      ]),
    ).toEqual({
      blocks: [
        '<p>Hold Alt, x<sup>2</sup>, <a href="https://e.example/?a=1&amp;copy=2"><i>one</i></a>, <b>two</b><br/>three ' +
          "<code>&lt;kbd&gt;</code> &lt;b&gt;.</p>",
      ],
      problems: [],
      removed: ["5: The formatting kbd is not kept: Alt"],
      warnings: [],
    });
  });

  test("around Markdown: what only holds others goes, and quotes, lists and figures hold what is between their tags", () => {
    const { blocks, removed, warnings } = read([
      '<div class="note">',
      "",
      "Plain *a*.",
      "",
      "</div>",
      "",
      "<details><summary>More</summary>",
      "",
      "```js",
      "b()",
      "```",
      "",
      "</details>",
      "",
      "<blockquote>",
      "",
      "Said *c*.",
      "",
      "![d](d.png)",
      "",
      "</blockquote>",
      "",
      '<p align="center">',
      "",
      "End.",
      "",
      "</p>",
    ]);
    expect(blocks).toEqual([
      "<p>Plain <i>a</i>.</p><p>More</p>",
      { code: { language: "js", source: "b()" } },
      "<blockquote><p>Said <i>c</i>.</p></blockquote>",
      { image: { id: "d.png" } },
      "<p>End.</p>",
    ]);
    expect([removed, warnings]).toEqual([[], []]);
  });

  test("an element that does not end holds nothing", () => {
    expect(read(["<blockquote>", "", "One.", "", "```", "two", "```"]).blocks).toEqual([
      "<p>One.</p>",
      { code: { language: "text", source: "two" } },
    ]);
  });

  test('with markdown="1", the content is Markdown, also where such elements stand in each other', () => {
    const lines = [
      '<div markdown="1">',
      "*a*",
      '<section markdown="block">',
      "**b**",
      "</section>",
      "</div>",
    ];
    expect(read([...lines, "", "c"]).blocks).toEqual(["<p><i>a</i></p><p><b>b</b></p><p>c</p>"]);
  });

  test("scripts, styles, forms and drawings are left out, with their lines; their text is nowhere", () => {
    const { blocks, removed } = read([
      "Before <script>one()</script>after.",
      "",
      "<style>",
      ".x { color: red }",
      "",
      ".y { color: blue }",
      "</style>",
      "",
      "<script>",
      "two();",
      "",
      "</script>",
      "",
      "<svg>",
      "",
      '<path d="M1"/>',
      "",
      "</svg>",
      "",
      "<?php three() ?>",
      "",
      "- x <script>four()</script>",
    ]);
    expect(blocks).toEqual(["<p>Before after.</p><ul><li>x</li></ul>"]);
    expect(removed).toEqual([
      "5: The element script is not kept: one()",
      "7: The element style is not kept: .x { color: red } .y { color: blue }",
      "13: The element script is not kept: two();",
      "18: The element svg is not kept",
      expect.stringMatching(/^24: .*three\(\)/),
      "26: The element script is not kept: four()",
    ]);
  });

  test("players of other places become links, and recordings beside the text blocks", () => {
    const { blocks, removed, problems } = read([
      '<iframe src="//video.example/embed/a"></iframe>',
      "",
      '<video controls><source src="/b.mp4"></video>',
      "",
      '<audio src="https://e.example/c.mp3"></audio>',
      "",
      '<video src="clips/d%20d.mp4"></video>',
    ]);
    expect(blocks).toEqual([
      '<p><a href="https://video.example/embed/a">https://video.example/embed/a</a></p>' +
        '<p><a href="/b.mp4">/b.mp4</a></p>' +
        '<p><a href="https://e.example/c.mp3">https://e.example/c.mp3</a></p>',
      { video: { id: "clips/d d.mp4" } },
    ]);
    expect(removed).toEqual([
      "5: The element iframe is a link now: https://video.example/embed/a",
      "7: The element video is a link now: /b.mp4",
      "9: The element audio is a link now: https://e.example/c.mp3",
    ]);
    expect(problems).toEqual([]);
  });

  test("tables are lines of text, figures pictures with captions, and pre is code", () => {
    const { blocks, removed } = read([
      "<table><tr><td>a</td><td><b>b</b></td></tr></table>",
      "",
      '<figure><img src="c.png" alt="C"><figcaption>Sea</figcaption></figure>',
      "",
      '<pre><code class="language-go">d &lt; e</code></pre>',
    ]);
    expect(blocks).toEqual([
      "<p>a | <b>b</b></p>",
      { gallery: [{ id: "c.png", caption: "Sea" }] },
      { code: { language: "go", source: "d < e" } },
    ]);
    expect(removed).toEqual(["5: The formatting table is not kept: ab"]);
  });

  test("links in it lead to the posts of files, and faults are at their lines", () => {
    const linkTo: BodyRules["linkTo"] = (href) =>
      href === "b.md" ? { address: "/notes/b/" } : href === "c.md" ? { problem: "No file." } : undefined;
    const { blocks, problems } = read(['<a href="b.md">b</a>', "", "x", '<a href="c.md">c</a> [b](b.md)'], {
      linkTo,
    });
    expect(blocks[0]).toContain('<a href="/notes/b/">b</a>');
    expect(blocks[0]).toContain('<a href="/notes/b/">b</a></p>');
    expect(problems).toEqual(["8: No file."]);
  });

  test("in a cell of a table it is markup, too, with or without a block for tables", () => {
    const lines = ["| a | <u>b</u> |", "|---|---|", "| <script>c()</script> | ![d](d.png) |"];
    expect(read(lines)).toMatchObject({
      blocks: ["<p><b>a</b> | <b>b</b><br/>|</p>", { image: { id: "d.png" } }],
      warnings: [`7: ${moved("d.png")}`],
    });
    const cell = { type: "richtext", required: false, minLength: 0, maxLength: 99, features: null };
    const table = {
      ...{ type: "list", required: false, minLength: 0, maxLength: 99 },
      item: { type: "list", required: false, minLength: 0, maxLength: 99, item: cell },
    } as unknown as CustomBlock;
    const custom = { overview: new Map(), detail: new Map([["table", table]]) };
    expect(read(lines, { custom })).toMatchObject({
      blocks: [
        {
          table: [
            ["<p>a</p>", "<p>b</p>"],
            ["<p></p>", "<p></p>"],
          ],
        },
        { image: { id: "d.png" } },
      ],
      warnings: [`7: ${moved("d.png")}`],
    });
  });
});

describe("pictures within a text stand before or after their paragraph, with a warning", () => {
  test.each([
    {
      name: "at the beginning",
      lines: ["![a](a.png) One."],
      blocks: [{ image: { id: "a.png" } }, "<p>One.</p>"],
    },
    {
      name: "in the middle, of Markdown and HTML, in their order",
      lines: ["One ![a](a.png) two", '<img src="b.png"> three.'],
      blocks: ["<p>One two three.</p>", { image: { id: "a.png" } }, { image: { id: "b.png" } }],
    },
    {
      name: "by reference",
      lines: ["One ![a][x].", "", "[x]: <a a.png>"],
      blocks: ["<p>One .</p>", { image: { id: "a a.png" } }],
    },
    {
      name: "in a list",
      lines: ["- One", "- Two ![a](a.png)"],
      blocks: ["<ul><li>One</li><li>Two</li></ul>", { image: { id: "a.png" } }],
    },
    { name: "alone in a list", lines: ["- ![a](a.png)"], blocks: [{ image: { id: "a.png" } }] },
    {
      name: "in a heading",
      lines: ["## Head ![a](a.png)"],
      blocks: ["<h2>Head</h2>", { image: { id: "a.png" } }],
    },
    {
      name: "in a footnote",
      lines: ["One[^1].", "", "[^1]: Note ![a](a.png)"],
      blocks: ["<p>One<sup>1</sup>.</p><hr/><ol><li>Note</li></ol>", { image: { id: "a.png" } }],
    },
  ])("$name", ({ lines, blocks }) => {
    const said = read(lines);
    expect(said.blocks).toEqual(blocks);
    expect(said.problems).toEqual([]);
    expect(said.warnings.length).toBeGreaterThan(0);
    for (const warning of said.warnings)
      expect(warning).toMatch(/^\d+: The picture \S.*\.png stands before or after/);
  });

  test("those whose text is wrapped, and those by reference, stand alone without one", () => {
    const lines = ["![A long", 'description](a.png "Title")', "", "![][x]", "", "[x]: b.png"];
    expect(read(lines)).toEqual({
      blocks: [{ gallery: [{ id: "a.png", caption: "Title" }] }, { image: { id: "b.png" } }],
      problems: [],
      removed: [],
      warnings: [],
    });
  });

  test.each([
    ["ends", "\\]", "]"],
    ["begins", "\\[", "["],
    ["has both", "\\[low\\](no)", "[low](no)"],
  ])("a picture in a link stays a picture if its description %s brackets", (_case, written, shown) => {
    const { detail } = readText(`[![A ${written} reed](reed.png)](https://e.example/)`, 1, {
      features: richTextFeatureNames,
    });
    expect(detail.map(({ media }) => media)).toMatchObject([[{ file: "reed.png", alt: `A ${shown} reed` }]]);
  });

  test("a link around a picture is told, unless it leads to the picture itself", () => {
    expect(read(["[![a](a.png)](https://e.example/)", "", "[![b](b.png)](b.png)"])).toEqual({
      blocks: [{ image: { id: "a.png" } }, { image: { id: "b.png" } }],
      problems: [],
      removed: ["5: The target of a link is not kept: https://e.example/"],
      warnings: [],
    });
  });
});

test("reading a text of much HTML takes steps in proportion to its length", () => {
  // Elements without ends would be looked for from each beginning on.
  const text = (count: number) => "<blockquote>\n\nx\n\n".repeat(count);
  expect(readText(text(2_000), 1, { features: richTextFeatureNames }).detail).toHaveLength(1);
});

describe("what browsers show of HTML", () => {
  test.each([
    ["<div hidden>Not yet <b>public</b>.</div>", "hidden div: Not yet public."],
    ['<p style="color: red; display:none">Not yet.</p>', "hidden p: Not yet."],
    ['<p>Seen <span style="visibility: hidden">not yet</span>.</p>', "hidden span: not yet"],
  ])("is without what its author has hidden, which is told: %s", (html, told) => {
    const { blocks, removed } = read([html]);
    expect(JSON.stringify(blocks)).not.toMatch(/not yet|public/i);
    expect(removed).toEqual([`5: This is not kept: ${told}`]);
  });

  test("has the lines of code in lists and quotes where they stand", () => {
    const { blocks, removed } = read([
      "<ol><li>One<pre><code>def f(x):",
      "  return  x</code></pre>then</li><li>Two</li></ol><blockquote><pre>a",
      "b</pre></blockquote>",
    ]);
    expect(blocks).toEqual([
      "<ol><li>One<br/><code>def f(x):<br/>\u00a0\u00a0return\u00a0\u00a0x</code><br/>then</li><li>Two</li></ol>" +
        "<blockquote><p><code>a<br/>b</code></p></blockquote>",
    ]);
    expect(removed).toEqual([]);
  });
});
