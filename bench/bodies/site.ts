import { parseCustomBlocks } from "#lib/blocks/parse-custom-blocks.ts";
import { parseRichTextFeatures } from "#lib/richtext/features.ts";

/** Everything that rich text may hold. */
export const features = parseRichTextFeatures(
  "bold italic superscript subscript strikethrough code h1 h2 h3 h4 h5 h6 ol ul hr blockquote link document-link".split(
    " ",
  ),
);

const notes = {
  type: "stream",
  required: false,
  blocks: {
    text: { type: "richtext", required: false },
    list: { type: "list", required: false, item: { type: "char", required: false } },
  },
};

/** Every kind of container around every kind of text. */
export const customBlocks = parseCustomBlocks(
  { sections: { detail: ["notes"] }, blocks: { notes } },
  features,
);
