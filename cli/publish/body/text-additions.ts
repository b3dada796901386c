import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { MarkdownAdditions } from "#lib/richtext/commonmark-lexer.ts";
import { calloutContainer } from "./callouts.ts";
import { footnoteBlock, footnoteMark } from "./footnotes.ts";
import { takesCallouts } from "./ready-part.ts";

const always: MarkdownAdditions = { blocks: [footnoteBlock], inlines: [footnoteMark] };
const withCallouts: MarkdownAdditions = { ...always, blocks: [footnoteBlock, calloutContainer] };

/** What Markdown has beside CommonMark on a site with these blocks. */
export const additionsFor = (custom: CustomBlocks | undefined): MarkdownAdditions =>
  takesCallouts(custom?.detail) ? withCallouts : always;
