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

  test("stay lines of text, with their captions, where the site has not enabled them", () => {
    const { blocks, notes } = read("| a |\n|-|\n| b |\n\nTable: c", {
      custom: withReadyBlocks(undefined, []),
    });
    expect(blocks).toEqual([{ type: "paragraph", value: "<p><b>a</b><br/>b</p><p>Table: c</p>" }]);
    expect(notes).toEqual(["1: The formatting table is not kept: a"]);
  });
});
