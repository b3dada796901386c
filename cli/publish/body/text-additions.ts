import type { MarkdownAdditions } from "#lib/richtext/commonmark-lexer.ts";
import { markdownAdditions } from "#lib/richtext/markdown-additions.ts";
import type { BlockRules } from "./author-part.ts";
import { bareAddress, startOfAddress } from "./bare-addresses.ts";
import { calloutContainer } from "./callouts.ts";
import { footnoteBlock, footnoteMark } from "./footnotes.ts";
import { takesCallouts } from "./ready-part.ts";

/** What Markdown has beside CommonMark on a site with these blocks and features. */
export const additionsFor = ({ custom, features }: BlockRules): MarkdownAdditions =>
  markdownAdditions({
    blocks: takesCallouts(custom?.detail) ? [footnoteBlock, calloutContainer] : [footnoteBlock],
    ...(features.includes("autolink") && features.includes("link")
      ? { inlines: [footnoteMark, bareAddress], startOfInline: startOfAddress }
      : { inlines: [footnoteMark] }),
  });
