import { expect, test } from "vitest";
import { customBlockViews } from "#lib/surfaces/editor/editor-site.ts";
import { declaredBlock } from "#test/lib/blocks/declared-block.ts";

test("rich text without features of its own shows those of paragraphs", () => {
  const blocks = new Map([["it", declaredBlock({ type: "richtext" })]]);
  expect(customBlockViews(blocks, ["bold", "h2"]).it).toMatchObject({ features: ["bold", "h2"] });
});

test.each<[string, object]>([
  ["a text with limits", { type: "text", min_length: 2, max_length: 40 }],
  ["an address without limits", { type: "url" }],
  ["a number with limits", { type: "integer", min_value: -1, max_value: 0 }],
  ["a number without limits", { type: "decimal" }],
  ["a choice", { type: "choice", choices: ["a", "b"] }],
  ["rich text", { type: "richtext", features: ["bold"] }],
  ["raw HTML", { type: "rawhtml" }],
  ["an image", { type: "image" }],
  ["a list of structs", { type: "list", item: { type: "struct", fields: { a: { type: "char" } } } }],
  ["a stream", { type: "stream", blocks: { a: { type: "boolean" }, b: { type: "date" } } }],
])("%s is shown in the words that declare it, required or not", (_, declaration) => {
  for (const required of [true, false]) {
    const declared = declaredBlock({ ...declaration, required });
    const { it } = customBlockViews(new Map([["it", declared]]), ["bold"]);
    expect(it).toMatchObject({ ...declaration, required });
    expect(declaredBlock(JSON.parse(JSON.stringify(it)))).toEqual(declared);
  }
});
