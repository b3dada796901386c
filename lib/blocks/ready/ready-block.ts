import type { CustomBlock, RichTextLeaf } from "#lib/blocks/custom-block.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";

/** A block of Lectern that a site enables by name. It is declared as a custom block is. */
export interface ReadyBlock<Declaration extends CustomBlock = CustomBlock> {
  readonly declaration: Declaration;
}

/** The features of one line of text. */
const inlineFeatures: readonly RichTextFeature[] = [
  ...(["bold", "italic", "superscript", "subscript", "strikethrough", "code"] as const),
  ...(["link", "document-link"] as const),
];

/** A line of rich text, which may be empty. */
export const inlineText: RichTextLeaf = { type: "richtext", required: false, features: inlineFeatures };
