import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type BodyRules, readText } from "#cli/publish/body/read-text.ts";
import type { CustomBlock } from "#lib/blocks/custom-block.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "./publish-service.ts";

const leaf = (type: string): CustomBlock =>
  ({ type, required: false, minLength: 0, maxLength: 99 }) as CustomBlock;

const rows: CustomBlock = {
  type: "list",
  required: true,
  item: { type: "list", required: true, item: leaf("text") },
};

const custom = (blocks: Readonly<Record<string, CustomBlock>>) => ({
  overview: new Map<string, CustomBlock>(),
  detail: new Map(Object.entries(blocks)),
});

/** Of a text that begins on line 5: its blocks, with ids from 71 for its media, and what is said about it. */
const read = (lines: readonly string[], rules: Partial<BodyRules> = {}) => {
  const { overview, detail, ...said } = readText(lines.join("\n"), 5, {
    features: defaultFeatures,
    custom: custom({}),
    ...rules,
  });
  const blocks = [...(overview ?? []), ...detail].map(({ media, block }) =>
    block(media.map((_, at) => 71 + at)),
  );
  const notes = [...said.problems, ...said.removed, ...said.warnings];
  return { blocks, notes: notes.map(({ line, message }) => `${line}: ${message}`) };
};

const paragraph = (value: string) => ({ type: "paragraph", value });

const prose = (lines: readonly string[], rules: Partial<BodyRules> = {}) => {
  const { blocks, notes } = read(lines, rules);
  return { html: blocks.map(({ value }) => value), notes };
};

test("comments go, and one that does not end is a fault at its line", () => {
  const kept = ["One <!-- a", "b --> two.", "<!-- c -->", "", "- x", "  <!-- d -->", "- y"];
  expect(prose(kept)).toEqual({ html: ["<p>One two.</p><ul><li>x</li><li>y</li></ul>"], notes: [] });
  expect(prose(["One.", "", "<div>", "<!-- c", "d"]).notes[0]).toBe(
    "8: This comment does not end; it needs -->.",
  );
  expect(prose(["<!-- ".repeat(100_000)]).notes[0]).toBe("5: This comment does not end; it needs -->.");
  expect(prose(["<!--> a <!---> b"])).toMatchObject({ html: ["<p>a b</p>"] });
});

test("a heading keeps its own id, and loses what else stands beside it", () => {
  const features = [...defaultFeatures, "h2", "h3", "code"] as const;
  expect(prose(["## Install it {#setup_a_b}", "", "### Pump `a` {#p .big n=1}"], { features })).toEqual({
    html: ['<h2 data-block-key="#setup_a_b">Install it</h2><h3 data-block-key="#p">Pump <code>a</code></h3>'],
    notes: ["7: Of a heading's attributes, only its id is kept: .big n=1"],
  });
  expect(prose(['<h2 id="raw">Ice</h2>', "", "## A <kbd>b</kbd> {#c}"], { features }).html).toEqual([
    '<h2 data-block-key="#raw">Ice</h2><h2 data-block-key="#c">A b</h2>',
  ]);
  expect(prose(["Pump {#p}", "========"]).html).toEqual(['<p data-block-key="#p">Pump</p>']);
  expect(prose(["## a \\{#b}", "", "## {#c", "", "## d{#e}", "", "## `{#f}`"], { features }).html).toEqual([
    "<h2>a {#b}</h2><h2>{#c</h2><h2>d{#e}</h2><h2><code>{#f}</code></h2>",
  ]);
});

test("links to headings are read with the ids that these get; those to nowhere are told", () => {
  const features = [...defaultFeatures, "h2"] as const;
  const links =
    "[a](#pump) [b](#p%C3%BCmp) [c](#own) [d](#h-pump) [e](#name) [f](#comments) [g](#top) [h](#t=9)";
  const text = [links, "", "## Pump", "", "## Pümp", "", "## Oil {#own}", "", "## Name", ""];
  expect(prose(text, { features }).notes).toEqual([]);
  expect(prose([...text, "[x](#pmup)", "[y](#oil)", "- [z](#nowhere-at-all)"], { features }).notes).toEqual([
    "15: There is no heading #pmup in this post; perhaps #pump is meant.",
    "16: There is no heading #oil in this post; perhaps #own is meant.",
    "17: There is no heading #nowhere-at-all in this post.",
  ]);
  // Without headings on the site, nothing has their ids.
  expect(prose(["[a](#pump)", "", "## Pump"]).notes).toContain("5: There is no heading #pump in this post.");
});

test("code in lists, quotes and notes keeps its lines and blanks, also without code on the site", () => {
  const lines = [
    "1. Write:",
    "",
    "   ```python",
    "   def f(x):",
    "       return  x < 1",
    "",
    "   ```",
    "2. Run.",
    "",
    "> ```",
    "> a",
    "> ```",
  ];
  const code = "def f(x):<br/>\u00a0\u00a0\u00a0\u00a0return\u00a0\u00a0x &lt; 1";
  const features = [...defaultFeatures, "code", "blockquote"] as const;
  expect(prose(lines, { features })).toEqual({
    html: [
      `<ol><li>Write:<br/><code>${code}</code></li><li>Run.</li></ol><blockquote><p><code>a</code></p></blockquote>`,
    ],
    notes: [],
  });
  expect(prose(lines.slice(0, 7)).html).toEqual([`<ol><li>Write:<br/>${code}</li></ol>`]);
});

test("a list begins with its own number where the site has the feature, and elsewhere that is told", () => {
  const features = [...defaultFeatures, "ol-start"] as const;
  const lines = ["4. four", "5. five", "", "Text.", "", "7) seven"];
  expect(prose(lines, { features })).toEqual({
    html: ['<ol start="4"><li>four</li><li>five</li></ol><p>Text.</p><ol start="7"><li>seven</li></ol>'],
    notes: [],
  });
  expect(prose(lines)).toEqual({
    html: ["<ol><li>four</li><li>five</li></ol><p>Text.</p><ol><li>seven</li></ol>"],
    notes: [
      "5: The number 4 of a list is not kept: without the feature ol-start, it is 1",
      "10: The number 7 of a list is not kept: without the feature ol-start, it is 1",
    ],
  });
});

test("<!--more--> on a line of its own parts the overview from the text, once", () => {
  const { overview, detail } = readText("A\n<!-- more -->\nB\n\n<!--more-->\n\nC", 5, {
    features: defaultFeatures,
  });
  expect(overview?.map(({ line, block }) => [line, block([])])).toEqual([[5, paragraph("<p>A</p>")]]);
  expect(detail.map(({ line, block }) => [line, block([])])).toEqual([[7, paragraph("<p>B</p><p>C</p>")]]);
  expect(readText("A", 5, { features: defaultFeatures })).not.toHaveProperty("overview");
});

describe("what Markdown has beside CommonMark", () => {
  test.each([
    { text: "a ~~b *c*~~ d", html: "<p>a <s>b</s> <i><s>c</s></i> d</p>" },
    { text: "a~~b~~c ~~ d ~~~e~~~ ~f~ ~~", html: "<p>a<s>b</s>c ~~ d ~~~e~~~ ~f~ ~~</p>" },
    { text: "*a ~~b* c~~", html: "<p><i>a ~~b</i> c~~</p>" },
  ])("strikethrough: $text", ({ text, html }) => {
    expect(prose([text], { features: [...defaultFeatures, "strikethrough"] })).toEqual({
      html: [html],
      notes: [],
    });
  });

  test("strikethrough that the site does not keep is told with its line", () => {
    expect(prose(["a", "~~b~~"])).toEqual({
      html: ["<p>a b</p>"],
      notes: ["6: The formatting s is not kept: b"],
    });
  });

  const noted = [
    "One[^a], two[^long note], three[^b], one[^a].",
    "",
    "[^b]: B, see[^c].",
    "",
    "    More of *b*.",
    "[^a]: A",
    "[^c]: C",
    "[^d]: D",
    "",
    "End.",
  ];

  test("footnotes are numbered in the order in which they are referred to, and listed at the end", () => {
    expect(prose(noted, { features: [...defaultFeatures, "superscript"] })).toEqual({
      html: [
        "<p>One<sup>1</sup>, two[^long note], three<sup>2</sup>, one<sup>1</sup>.</p><p>End.</p><hr/>" +
          "<ol><li>A</li><li>B, see<sup>3</sup>.<br/>More of <i>b</i>.</li><li>C</li></ol>",
      ],
      notes: ["12: The footnote d is not kept: nothing refers to it"],
    });
  });

  test("footnotes may be said in quotes, and are not read in one another", () => {
    expect(prose(["> One[^a].", ">", "> [^a]: A"], { features: ["blockquote", "ol"] }).html).toEqual([
      "<blockquote><p>One[1].</p></blockquote><ol><li>A</li></ol>",
    ]);
    const nested = "[^a]: ".repeat(100_000);
    expect(read(["One[^a].", "", nested]).notes).toHaveLength(1);
  });

  test("tables and code in footnotes are kept as text, and a lectern block there is a fault", () => {
    const lines = ["One[^a].", "", "[^a]: | Bird | Count |", "    | --- | --- |", "    | Heron | 2 |"];
    expect(prose(lines, { features: ["ol"] })).toMatchObject({
      html: ["<p>One[1].</p><ol><li>Bird | Count<br/>Heron | 2</li></ol>"],
      notes: expect.arrayContaining(["7: The formatting table is not kept: Bird | Count"]),
    });
    const fenced = ["One[^a].", "", "[^a]: ```lectern", "    {type: code, value: {source: x}}", "    ```"];
    expect(read(fenced).notes[0]).toBe("7: A lectern block stands by itself, not in a list, quote or note.");
  });

  test("a footnote that is defined again is told, because only one is kept", () => {
    expect(prose(["One[^a].", "", "[^a]: A", "[^a]: B"])).toMatchObject({
      html: ["<p>One[1].</p><hr/><ol><li>A</li></ol>"],
      notes: ["8: The footnote a is not kept: line 7 defines another one"],
    });
  });

  test("a table that would have more cells than a text has parts is refused", () => {
    const row = (cell: string) => `${`|${cell}`.repeat(20_000)}|`;
    expect(read([row("a"), row("-"), ...Array(50_000).fill("|b|")]).notes).toEqual([
      expect.stringContaining("The body has more than 50,000 parts"),
    ]);
  });

  test("footnotes are text with numbers where a site has neither superscripts nor lists", () => {
    expect(prose(["One[^a].", "", "[^a]: *A*"], { features: ["italic"] }).html).toEqual([
      "<p>One[1].</p><p>1. <i>A</i></p>",
    ]);
  });

  const table = [
    "Before.",
    "",
    "| Bird | *Count* |",
    "| --- | ---: |",
    "| Heron | 1 \\| 2 |",
    "| Rail |",
    "",
    "After.",
  ];

  test("tables are lines of text, and told, where the site has no block for them", () => {
    expect(prose(table)).toEqual({
      html: [
        "<p>Before.</p><p><b>Bird</b> | <b><i>Count</i></b><br/>Heron | 1 | 2<br/>Rail |</p><p>After.</p>",
      ],
      notes: ["7: The formatting table is not kept: Bird | *Count*"],
    });
    expect(prose(["> | a | b |", "> | - | - |", "> | c | d |"]).notes[0]).toBe(
      "5: The formatting table is not kept: a | b",
    );
  });

  test.each([
    {
      name: "a list of rows",
      block: rows,
      value: [
        ["Bird", "Count"],
        ["Heron", "1 | 2"],
        ["Rail", ""],
      ],
    },
    {
      name: "a header and rows",
      block: {
        type: "struct",
        required: true,
        fields: new Map<string, CustomBlock>([
          ["header", { type: "list", required: true, item: leaf("text") }],
          ["rows", rows],
          ["caption", leaf("char")],
        ]),
      } as CustomBlock,
      value: {
        header: ["Bird", "Count"],
        rows: [
          ["Heron", "1 | 2"],
          ["Rail", ""],
        ],
        caption: "",
      },
    },
    {
      name: "rich text",
      block: {
        type: "list",
        required: true,
        item: { type: "list", required: true, item: { type: "richtext", required: false, features: null } },
      } as CustomBlock,
      value: [
        ["<p>Bird</p>", "<p><i>Count</i></p>"],
        ["<p>Heron</p>", "<p>1 | 2</p>"],
        ["<p>Rail</p>", "<p></p>"],
      ],
    },
  ])("tables are the site's block table where that is $name", ({ block, value }) => {
    expect(read(table, { custom: custom({ table: block }) })).toEqual({
      blocks: [paragraph("<p>Before.</p>"), { type: "table", value }, paragraph("<p>After.</p>")],
      notes: [],
    });
  });
});

test("pictures alone in a paragraph are an image or a gallery; anywhere else they stand beside it, with a warning", () => {
  const { blocks, notes } = read([
    "One.",
    "",
    '![A heron](the%20heron.jpg "Alone")',
    "",
    "![](teal.jpg)",
    "",
    '![A](a.jpg "First")',
    "![](b.jpg)",
    "",
    "In a",
    "sentence ![c](c.jpg).",
    "",
    "> ![d](d.jpg)",
    "",
    "![e](https://e.example/e.jpg)",
  ]);
  expect(blocks.slice(0, 7)).toEqual([
    paragraph("<p>One.</p>"),
    { type: "gallery", value: [{ id: 71, caption: "Alone" }] },
    { type: "image", value: { id: 71 } },
    { type: "gallery", value: [{ id: 71, caption: "First" }, { id: 72 }] },
    paragraph("<p>In a sentence .</p>"),
    { type: "image", value: { id: 71 } },
    { type: "image", value: { id: 71 } },
  ]);
  const moved = (file: string) =>
    `The picture ${file} stands before or after its paragraph, because none stands in a sentence, list or quote.`;
  expect(notes).toEqual([
    "19: A file beside the text is required, not https://e.example/e.jpg.",
    `15: ${moved("c.jpg")}`,
    `17: ${moved("d.jpg")}`,
  ]);
  const parts = readText('![A heron](the%20heron.jpg "Alone")', 5, { features: defaultFeatures }).detail;
  expect(parts[0]?.media).toEqual([
    { kind: "image", file: "the heron.jpg", alt: "A heron", caption: "Alone", line: 5 },
  ]);
});

describe("a code block with the word lectern", () => {
  const fence = (...lines: string[]) => ["```lectern", ...lines, "```"];

  test("holds blocks of the editor API, of which files may be named instead of ids", () => {
    const card: CustomBlock = {
      type: "struct",
      required: true,
      fields: new Map<string, CustomBlock>([
        ["picture", { type: "image", required: false }],
        ["sound", { type: "audio", required: false }],
        ["text", { type: "richtext", required: false, features: ["bold"] }],
        ["parts", { type: "stream", required: false, blocks: new Map([["note", leaf("char")]]) }],
      ]),
    };
    const lines = fence(
      "- {type: image, value: {file: a.jpg, alt_text: A}}",
      "- type: gallery",
      "  value: [{file: a.jpg, caption: First}, {id: 3}]",
      "- {type: audio, value: {file: a.mp3}}",
      "- {type: video, value: {id: 4}}",
      '- {type: paragraph, value: "<p>A <a linktype=\\"page\\" id=\\"9\\">link</a></p>"}',
      "- {type: unsupported, value: {stored_type: embed, position: detail.6}}",
      "- type: card",
      "  value:",
      "    picture: {file: b.jpg}",
      "    sound: {id: 5}",
      '    text: "<b>Bold</b> <i>not</i>"',
      "    parts: [{type: note, value: ' x '}]",
    );
    expect(read(["One.", "", ...lines, "", "Two."], { custom: custom({ card }) })).toEqual({
      blocks: [
        paragraph("<p>One.</p>"),
        { type: "image", value: { id: 71 } },
        { type: "gallery", value: [{ id: 71, caption: "First" }, { id: 3 }] },
        { type: "audio", value: { id: 71 } },
        { type: "video", value: { id: 4 } },
        paragraph('<p>A <a linktype="page" id="9">link</a></p>'),
        { type: "unsupported", value: { stored_type: "embed", position: "detail.6" } },
        {
          type: "card",
          value: {
            ...{ picture: 71, sound: 5, text: "<p><b>Bold</b> not</p>" },
            parts: [{ type: "note", value: "x" }],
          },
        },
        paragraph("<p>Two.</p>"),
      ],
      notes: ["19: The formatting i is not kept: not"],
    });
  });

  test("may be one block, as JSON too", () => {
    expect(read(fence('{"type": "code", "value": {"language": "js", "source": "let a;"}}')).blocks).toEqual([
      { type: "code", value: { language: "js", source: "let a;" } },
    ]);
  });

  test.each([
    {
      name: "an unknown type",
      yaml: ["- type: nope", "  value: 1"],
      notes: [/^6: .*"nope" cannot be written here/],
    },
    { name: "a missing member", yaml: ["type: code", "value:", "  language: js"], notes: [/^8: source: /] },
    {
      name: "no file",
      yaml: ["type: image", "value:", "  file: 3"],
      notes: [/^8: A file beside the text is required\.$/],
    },
    {
      name: "an address",
      yaml: ["{type: audio, value: {file: https://a.example/a.mp3}}"],
      notes: [/^6: .* not https:/],
    },
    {
      name: "a member without meaning",
      yaml: ["type: video", "value: {id: 1, size: 2}"],
      notes: [/^7: value\.size means nothing here\.$/],
    },
    { name: "an alias", yaml: ["- &a {type: x}", "- *a"], notes: [/^7: Aliases of YAML/] },
    {
      name: "a key that is doubled",
      yaml: ["type: a", "type: b"],
      notes: [/^7: This is not YAML: Map keys must be unique/],
    },
    { name: "a tag", yaml: ["!!js/function x"], notes: [/^6: This is not YAML: Unresolved tag/] },
    { name: "nothing", yaml: [""], notes: [/^6: A block is required\.$/] },
    { name: "great depth", yaml: ["[".repeat(50_000)], notes: [/^6: The block is nested too deeply\.$/] },
  ])("is judged at its lines: $name", ({ yaml, notes }) => {
    expect(read(fence(...yaml)).notes).toEqual(notes.map((note) => expect.stringMatching(note)));
    const withLink = read([...fence(...yaml), "", "A [part](#part)."]).notes;
    expect(withLink).toHaveLength(notes.length + 1);
    expect(withLink.at(-1)).toContain("There is no heading #part in this post.");
  });

  test("stands by itself", () => {
    expect(read(["- a", "", "  ```lectern", "  type: code", "  ```"]).notes[0]).toBe(
      "7: A lectern block stands by itself, not in a list, quote or note.",
    );
  });
});

describe("a folder", () => {
  useWorld();
  const service = usePublishing();

  afterEach(() => {
    vi.restoreAllMocks();
  });

  const write = (name: string, body: string, ...keys: string[]) =>
    service.write(name, ["---", `title: About ${name}`, ...keys, "---", body, ""].join("\n"));

  const publish = (folder: string, ...options: string[]) =>
    service.publish(folder, "--parent", "/home/notes", ...options);

  const storedOf = async (run: Awaited<ReturnType<typeof publish>>, index: number) => {
    const { id } = JSON.parse(run.stdout).results[index];
    return (await call(readPost, { as: "ada", params: { id } })).body;
  };

  test("has links between its files, in circles, to drafts and after renaming; all others are faults", async () => {
    const a = await write(
      "links/a.md",
      "[b](sub/b%20b.md#part) and [c][], [no file](../notes/).\n\n[c]: ./c.md",
    );
    await write("links/sub/b b.md", "To [a](../a.md?x=1&y=2).", "slug: link-b");
    await write("links/c.md", "C.", "draft: true");
    const folder = dirname(a);
    const first = await publish(folder, "--json");
    expect(first.status).toBe(0);
    expect((await storedOf(first, 0)).detail).toEqual([
      paragraph(
        '<p><a href="/notes/link-b/#part">b</a> and <a href="/notes/c/">c</a>, <a href="../notes/">no file</a>.</p>',
      ),
    ]);
    expect((await storedOf(first, 2)).detail[0]?.value).toBe(
      '<p>To <a href="/notes/a/?x=1&amp;y=2">a</a>.</p>',
    );
    const plan = await service.run("plan", folder, "--parent", "/home/notes");
    expect(plan.stdout).toMatch(/\n3 files: 3 unchanged\n$/);
    expect(plan.stderr).toBe(
      `${a}:4: There is no heading #part in sub/b b.md.\n` +
        `${a}:4: ./c.md is a draft: until it is published, the link leads nowhere.\n`,
    );
    expect((await publish(folder, "--strict")).status).toBe(2);

    await rename(a, join(folder, "new-a.md"));
    await write("links/sub/b b.md", "To [a](../new-a.md).", "slug: link-b");
    const renamed = await publish(folder, "--json");
    expect((await storedOf(renamed, 2)).detail[0]?.value).toBe('<p>To <a href="/notes/new-a/">a</a>.</p>');

    await write("other.md", "Beside the folder.");
    await service.write("links/data.csv", "1,2");
    const broken = await write(
      "links/broken.md",
      "[a](a.md)\n[b](../other.md)\n[c](data.csv)\n[d](https://d.example/e.md) [e](/e.md) [f](#g)",
    );
    expect((await publish(folder, "--all-or-nothing")).stderr).toBe(
      [
        `${broken}:4: There is no file a.md.`,
        `${broken}:5: ../other.md lies outside of the folder that is published.`,
        `${broken}:6: data.csv is no post, and files like it are not published; link to an address.`,
        "",
      ].join("\n"),
    );
    const alone = await publish(join(folder, "new-a.md"));
    expect(alone.stderr).toContain(
      "sub/b b.md is not among the files of this run; name it, or its folder, too.",
    );
  });

  test("has overviews, which go when <!--more--> goes, and are left alone where a file never had one", async () => {
    const file = await write("overviews/more.md", "Short.\n\n<!--more-->\n\nLong.");
    await write("overviews/plain.md", "Plain.");
    const folder = dirname(file);
    const first = await publish(folder, "--json");
    expect(await storedOf(first, 0)).toMatchObject({
      overview: [paragraph("<p>Short.</p>")],
      detail: [paragraph("<p>Long.</p>")],
    });
    const { id, latest_revision_id: base } = await storedOf(first, 1);
    const theirs = { overview: [paragraph("<p>Theirs.</p>")], base_revision_id: base };
    await call(updatePost, { as: "su", params: { id }, body: theirs });
    await write("overviews/more.md", "Long.");
    await write("overviews/plain.md", "Plainer.");
    const second = await publish(folder, "--json");
    expect(second.status).toBe(0);
    expect(await storedOf(second, 0)).toMatchObject({ overview: [], detail: [paragraph("<p>Long.</p>")] });
    expect(await storedOf(second, 1)).toMatchObject({ overview: theirs.overview });
    const third = await publish(folder, "--json");
    expect(JSON.parse(third.stdout).counts).toMatchObject({ unchanged: 2 });
  });
});
