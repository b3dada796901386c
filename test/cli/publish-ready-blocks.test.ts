import { describe, expect, test } from "vitest";
import { bodyText } from "#cli/folder/body-text.ts";
import { type BodyRules, readText } from "#cli/publish/body/read-text.ts";
import { readyBlockNames, withReadyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";

const custom = withReadyBlocks(undefined, readyBlockNames);

/** The blocks of a text, and what is said about it. */
const read = (text: string, rules: Partial<BodyRules> = {}) => {
  const { overview, detail, ...said } = readText(text, 1, { features: defaultFeatures, custom, ...rules });
  const blocks = [...(overview ?? []), ...detail].map(({ block }) => block([]));
  const notes = [...said.problems, ...said.removed, ...said.warnings];
  return { blocks, notes: notes.map(({ line, message }) => `${line}: ${message}`) };
};

const written = (detail: ReturnType<typeof read>["blocks"]): string =>
  bodyText({ overview: [], detail }, defaultFeatures);

describe("tables in Markdown", () => {
  const counts = `| Bird | *Count* | \`a\\|b\` |
| --- | ---: | :---: |
| Bittern<br>(male) | 3 | [map](https://maps.example/) |
| Teal |  | \\| pipe |

Table: Birds *seen* at dawn
`;

  test("are table blocks with their alignment, their lines and the caption below them, and are written the same", () => {
    const { blocks, notes } = read(counts);
    expect(notes).toEqual([]);
    expect(blocks).toEqual([
      {
        type: "table",
        value: {
          caption: "<p>Birds <i>seen</i> at dawn</p>",
          header: ["<p>Bird</p>", "<p><i>Count</i></p>", "<p><code>a|b</code></p>"],
          align: ["", "right", "center"],
          rows: [
            ["<p>Bittern<br/>(male)</p>", "<p>3</p>", '<p><a href="https://maps.example/">map</a></p>'],
            ["<p>Teal</p>", "", "<p>| pipe</p>"],
          ],
        },
      },
    ]);
    expect(written(blocks)).toBe(counts);
  });

  test("have no header where its cells are empty", () => {
    const { blocks } = read("| | |\n|-|-|\n| a | b |");
    expect(blocks).toMatchObject([{ value: { header: [], align: [], rows: [["<p>a</p>", "<p>b</p>"]] } }]);
    expect(read(written(blocks)).blocks).toEqual(blocks);
  });

  test("take a caption after a colon, and leave other paragraphs, and captions of nothing, where they are", () => {
    const { blocks } = read(
      "| a |\n|-|\n\n: At dawn\n\nTable: no table is above this\n\n| b |\n|-|\n\nTables end.",
    );
    expect(blocks).toMatchObject([
      { type: "table", value: { caption: "<p>At dawn</p>" } },
      { type: "paragraph", value: "<p>Table: no table is above this</p>" },
      { type: "table", value: { caption: "" } },
      { type: "paragraph", value: "<p>Tables end.</p>" },
    ]);
  });

  test("tell the line of a row whose text is not kept whole", () => {
    expect(read("| a |\n|-|\n| b |\n| <u>c</u><script>d</script> |")).toMatchObject({
      blocks: [{ value: { rows: [["<p>b</p>"], ["<p>c</p>"]] } }],
      notes: ["4: The element script is not kept: d", "4: The formatting u is not kept: c"],
    });
    expect(read('| a |\n|-|\n| b |\n| [c](data:x "t") |').notes).toEqual([
      "4: The target of a link is not kept: data:x",
    ]);
  });

  test("that Markdown cannot say are written as YAML, which is read as the same block", () => {
    const value = { caption: "", header: [], align: ["right"], rows: [["<p>a</p><p>b</p>", "<p>c</p>"]] };
    const text = written([{ type: "table", value }]);
    expect(text).toMatch(/^```lectern\ntype: table\n/);
    expect(read(text).blocks).toEqual([{ type: "table", value }]);
  });

  test("of HTML are blocks, too, with their pictures below them, and cells over several are told", () => {
    const html = `<table><caption>At <b>dawn</b></caption>
<thead><tr><th>Bird</th><th style="text-align: right">Count</th></tr></thead>
<tbody><tr><td><a href="https://x.example/">Teal</a> <img src="teal.jpg"></td></tr></tbody></table>`;
    expect(read(html).blocks).toEqual([
      {
        type: "table",
        value: {
          caption: "<p>At <b>dawn</b></p>",
          header: ["<p>Bird</p>", "<p>Count</p>"],
          align: ["", "right"],
          rows: [['<p><a href="https://x.example/">Teal</a></p>', ""]],
        },
      },
      { type: "image", value: { id: expect.anything() } },
    ]);
    const spanning = read(html.replace("<td>", '<td colspan="2">'));
    expect(spanning.blocks).toEqual(read(html).blocks);
    expect(spanning.notes).toEqual([
      expect.stringMatching(/^3: In a table this is not kept: a cell over several: Teal/),
    ]);
    expect(read(html.replace("Teal", "<table><tr><td>Teal</td></tr></table>")).blocks).toMatchObject([
      { type: "paragraph", value: "<p>At <b>dawn</b></p><p>Bird</p><p>Count</p>" },
      { type: "table", value: { rows: [["<p>Teal</p>"]] } },
      { type: "image" },
    ]);
    expect(read(html, { custom: withReadyBlocks(undefined, []) }).blocks).toMatchObject([
      { type: "paragraph" },
      { type: "image" },
    ]);
  });

  test.each([undefined, { custom: withReadyBlocks(undefined, []) }])(
    "tell of text beyond their columns",
    (rules) => {
      const { notes } = read("| a | `x\\|y` |\n|-|-|\n| b | c | d | *e* |\n| f | g\\|h | |\n| i | j", rules);
      expect(notes).toContain("3: Text beyond the columns of a table is not kept: d | *e*");
      expect(notes.filter((note) => note.includes("columns"))).toHaveLength(1);
    },
  );

  test("stay lines of text, with their captions, where the site has not enabled them", () => {
    const { blocks, notes } = read("| a |\n|-|\n| b |\n\nTable: c", {
      custom: withReadyBlocks(undefined, []),
    });
    expect(blocks).toEqual([{ type: "paragraph", value: "<p><b>a</b><br/>b</p><p>Table: c</p>" }]);
    expect(notes).toEqual(["1: The formatting table is not kept: a"]);
  });
});

describe("callouts in Markdown", () => {
  const callout = (kind: string, title: string, text: string) => ({
    type: "callout",
    value: { kind, title, text },
  });

  test("are the quotes that they look like where they say nothing", () => {
    const { blocks, notes } = read("> [!NOTE]\n\n> [!TIP]\n>\n\n> [!CAUTION] Ice", {
      features: [...defaultFeatures, "blockquote"],
    });
    expect(notes).toEqual([]);
    expect(blocks).toEqual([
      {
        type: "paragraph",
        value: "<blockquote><p>[!NOTE]</p></blockquote><blockquote><p>[!TIP]</p></blockquote>",
      },
      callout("caution", "<p>Ice</p>", ""),
    ]);
  });

  test("are alerts of GitHub, with a title as in Obsidian, and are written the same", () => {
    const text = `> [!NOTE]
> Ice is *thin*.
>
> - one
> - two

Between.

> [!WARNING] Keep **off**
> See [the map](https://maps.example/).

> [!TIP] Only a title
`;
    const { blocks, notes } = read(text);
    expect(notes).toEqual([]);
    expect(blocks).toEqual([
      callout("note", "", "<p>Ice is <i>thin</i>.</p><ul><li>one</li><li>two</li></ul>"),
      { type: "paragraph", value: "<p>Between.</p>" },
      callout("warning", "<p>Keep <b>off</b></p>", '<p>See <a href="https://maps.example/">the map</a>.</p>'),
      callout("tip", "<p>Only a title</p>", ""),
    ]);
    expect(written(blocks)).toBe(text);
  });

  test.each([
    [":::tip\nA\n\nB\n:::\nAfter", callout("tip", "", "<p>A</p><p>B</p>")],
    ["::: warning Thin ice\nA\n:::\n\nAfter", callout("warning", "<p>Thin ice</p>", "<p>A</p>")],
    [":::danger[Keep off]\nA\n:::\n\nAfter", callout("caution", "<p>Keep off</p>", "<p>A</p>")],
    [
      '!!! note "Thin ice"\n\n    A\n\n    B\n\nAfter',
      callout("note", "<p>Thin ice</p>", "<p>A</p><p>B</p>"),
    ],
    ["??? hint\n    A\nAfter", callout("tip", "", "<p>A</p>")],
    ["> [!example]-\n> A\n\nAfter", callout("note", "<p>Example</p>", "<p>A</p>")],
    ["> [!info] See `x`\n> A\n\nAfter", callout("note", "<p>See x</p>", "<p>A</p>")],
    ["> [!NOTE]\\\n> A\nlazy\n\nAfter", callout("note", "", "<p>A lazy</p>")],
  ])("are read as other tools write them: %j", (text, block) => {
    const { blocks } = read(text, { features: ["bold"] });
    expect(blocks).toEqual([block, { type: "paragraph", value: "<p>After</p>" }].map(withoutCode));
  });

  test.each([
    ["a list", "> [!NOTE]\n> - one\n>\n>   ```js\n>   a\n>   b\n>   ```"],
    ["a list whose items are paragraphs", ":::note\n- one\n\n      a\n      b\n:::"],
  ])("keep code in %s, of which nothing is told", (_case, text) => {
    expect(read(text, { features: [...defaultFeatures, "code"] })).toEqual({
      blocks: [callout("note", "", "<ul><li>one<br/><code>a<br/>b</code></li></ul>")],
      notes: [],
    });
  });

  /** The title of a callout has code, whatever paragraphs may have. */
  const withoutCode = (block: unknown) =>
    JSON.parse(JSON.stringify(block).replace("See x", "See <code>x</code>"));

  test.each([
    "> [!GOSSIP]\n> A",
    "> A [!NOTE]",
    ":::gossip\nA\n:::",
    ":::note\nwithout an end",
    "!!! note\nnot indented",
    "- > [!NOTE]\n  > in a list",
  ])("are nothing else: %j", (text) => {
    expect(read(text).blocks).toMatchObject([{ type: "paragraph" }]);
  });

  test("keep what else is in them, or tell it: pictures, tables, code and HTML", () => {
    const { blocks, notes } = read("> [!NOTE]\n> <u>A</u> ![b](b.jpg)\n>\n> | c |\n> |-|\n> | d |", {
      features: ["bold"],
    });
    expect(blocks).toEqual([
      callout("note", "", "<p>A</p><p><b>c</b><br/>d</p>"),
      { type: "image", value: { id: undefined } },
    ]);
    expect(notes.map((note) => note.replace(/^\d+: /, "")).sort()).toEqual([
      "The formatting table is not kept: c",
      "The formatting u is not kept: A",
      expect.stringContaining("The picture b.jpg stands before or after its paragraph"),
    ]);
  });

  test("stay quotes, and other text what it was, where the site has not enabled them", () => {
    const none = { features: ["blockquote"] as const, custom: withReadyBlocks(undefined, []) };
    expect(read("> [!NOTE]\n> A\n\n:::note\nB\n:::", none).blocks).toEqual([
      { type: "paragraph", value: "<blockquote><p>[!NOTE] A</p></blockquote><p>:::note B :::</p>" },
    ]);
  });
});

describe("footnotes in Markdown", () => {
  const features = [...defaultFeatures, "superscript"] as const;
  const mark = (number: number, label = String(number)) => `<a href="#fn-${label}"><sup>${number}</sup></a>`;
  const text = `Ice[^ice] and[^2] ice again[^ice].

[^ice]: Of *water*.

    Frozen.
[^2]: See [^ice].
`;

  test("are a block below the text with links to it, and are written the same", () => {
    const { blocks, notes } = read(text, { features });
    expect(notes).toEqual([]);
    expect(blocks).toEqual([
      { type: "paragraph", value: `<p>Ice${mark(1, "ice")} and${mark(2)} ice again${mark(1, "ice")}.</p>` },
      {
        type: "footnotes",
        value: [
          { label: "ice", text: "<p>Of <i>water</i>.</p><p>Frozen.</p>" },
          { label: "2", text: `<p>See ${mark(1, "ice")}.</p>` },
        ],
      },
    ]);
    expect(bodyText({ overview: [], detail: blocks }, features)).toBe(text);
  });

  test("stand in the section that refers to them first, and keep their numbers in the other", () => {
    const sections = readText("A[^a].\n\n<!--more-->\n\nB[^b] C[^a].\n\n[^b]: Bee\n[^a]: Ay", 1, {
      features,
      custom,
    });
    const blocksOf = (parts: typeof sections.detail = []) => parts.map(({ block }) => block([]));
    const [overview, detail] = [blocksOf(sections.overview), blocksOf(sections.detail)];
    expect(overview.at(-1)).toEqual({ type: "footnotes", value: [{ label: "a", text: "<p>Ay</p>" }] });
    expect(detail).toEqual([
      { type: "paragraph", value: `<p>B${mark(2, "b")} C${mark(1, "a")}.</p>` },
      { type: "footnotes", value: [{ label: "b", text: "<p>Bee</p>" }] },
    ]);
    const written = bodyText({ overview, detail }, features);
    expect(written).toBe("A[^a].\n\n[^a]: Ay\n\n<!--more-->\n\nB[^b] C[^a].\n\n[^b]: Bee\n");
  });

  test("have plain numbers as marks where the site has no superscript, and labels in any script", () => {
    expect(read("Eis[^übung].\n\n[^übung]: Ja").blocks).toEqual([
      { type: "paragraph", value: '<p>Eis<a href="#fn-%C3%BCbung">1</a>.</p>' },
      { type: "footnotes", value: [{ label: "übung", text: "<p>Ja</p>" }] },
    ]);
  });

  test("that Markdown would number otherwise are written as YAML, and their marks as links", () => {
    const detail = [
      { type: "paragraph", value: `<p>A${mark(2, "b")} B${mark(1, "a")}.</p>` },
      { type: "footnotes", value: ["a", "b"].map((label) => ({ label, text: "<p>x</p>" })) },
    ];
    const written = bodyText({ overview: [], detail }, features);
    expect(written).toContain("```lectern\n");
    expect(written).not.toContain("[^");
    expect(read(written, { features }).blocks).toEqual(detail);
  });

  test("stay a list where the site has not enabled them, or has no links", () => {
    const list = "<p>A<sup>1</sup>.</p><hr/><ol><li>x</li></ol>";
    const source = "A[^1].\n\n[^1]: x";
    const none = withReadyBlocks(undefined, []);
    for (const rules of [{ features, custom: none }, { features: ["superscript", "ol", "hr"] as const }])
      expect(read(source, rules).blocks).toEqual([{ type: "paragraph", value: list }]);
  });

  test("that nothing refers to, or that are defined twice, are told", () => {
    const { blocks, notes } = read("A[^a] B[^b].\n\n[^a]: x\n[^a]: y\n[^c]: z", { features });
    expect(blocks).toMatchObject([{ value: `<p>A${mark(1, "a")} B[^b].</p>` }, { value: [{ label: "a" }] }]);
    expect(notes).toEqual([
      "4: The footnote a is not kept: line 3 defines another one",
      "5: The footnote c is not kept: nothing refers to it",
    ]);
  });
});

describe("embeds of a site whose hosts are not known", () => {
  const embed = (title: string, image: number | null) => ({
    type: "external_embed",
    value: { url: "https://youtu.be/aB3_-dEfGh1", title, image },
  });

  test("are written as blocks of Lectern, which are read back whole and in their place", () => {
    const blocks = [
      { type: "paragraph", value: "<p>Before</p>" },
      embed("", null),
      embed('A "heron" [at] dawn', null),
      { type: "paragraph", value: "<p>After</p>" },
    ];
    const text = written(blocks);
    expect(text).toContain("```lectern");
    expect(read(text)).toEqual({ blocks, notes: [] });
  });
});
