import fc from "fast-check";
import type { Schema } from "prosemirror-model";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import type { TextBlock } from "#lib/richtext/source/pieces.ts";
import { TextCodec, type Texts } from "../../../browser/admin/editor/text/texts.ts";
import { richNode } from "./documents.ts";

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));

/** Any block that the service may answer, also of types and shapes that nobody has thought of. */
const anyBlockOf = (schema: Schema, features: readonly RichTextFeature[]): fc.Arbitrary<TextBlock> =>
  fc.oneof(
    fc.array(richNode(schema), { minLength: 1, maxLength: 4 }).map((nodes): TextBlock => {
      const html = new TextCodec(schema, features, new Set())
        .blocksOf(nodes)
        .map(({ value }) => String(value))
        .join("");
      const clean = sanitizeRichText(html, features);
      return { type: "paragraph", value: "html" in clean ? clean.html : "<p></p>" };
    }),
    fc
      .constantFrom(
        "<p>imported <img src='/a.png'> text</p>",
        "text without a tag",
        "<p>one</p>\n\n<p>two</p>\n",
        "<h1>not allowed</h1><p><u>nor</u> this</p>",
        "<p>caf&eacute; &amp; &nbsp;</p>",
        "<ul><li>one</li></ul><ul><li>two</li></ul>",
        "<div><p>a</p><p>b</p></div>",
        "<p></p>",
        "<p>not closed",
        "<!-- a comment --><p>c</p>",
        '<embed embedtype="image" id="3"/>',
      )
      .map((value): TextBlock => ({ type: "paragraph", value })),
    fc
      .record({ language: fc.string(), source: fc.string() })
      .map((value): TextBlock => ({ type: "code", value })),
    fc.record({ type: fc.constantFrom("image", "audio", "video"), value: fc.record({ id: fc.nat() }) }),
    fc
      .array(fc.record({ id: fc.nat(), caption: fc.string() }, { requiredKeys: ["id"] }), { maxLength: 3 })
      .map((value) => ({ type: "gallery", value }) as TextBlock),
    fc.record({ type: fc.constantFrom("callout", "sighting"), value: json }) as fc.Arbitrary<TextBlock>,
    fc.record({
      type: fc.constantFrom("unsupported", "unknown", "image", "code", "gallery", "paragraph"),
      value: json,
    }) as fc.Arbitrary<TextBlock>,
  );

/** Any texts of a post. */
export const anyTextsOf = (schema: Schema, features: readonly RichTextFeature[]): fc.Arbitrary<Texts> => {
  const anyBlock = anyBlockOf(schema, features);
  return fc.record({
    overview: fc.array(anyBlock, { maxLength: 4 }),
    detail: fc.array(anyBlock, { maxLength: 5 }),
  });
};
