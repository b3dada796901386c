import type { RichTextFeature } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { type LinkDestination, richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";

/** Rich text as Markdown that is read back as the same rich text; undefined if there is none. */
export const paragraphText = (html: string, features: readonly RichTextFeature[]): string | undefined => {
  const written = richTextMarkdown(html, ownDestination);
  const pretty = written.replace(/\]\(<([^\s<>()]*)>\)/g, "]($1)");
  return [pretty, written].find((markdown) => isReadAs(markdown, html, features));
};

/** Links to pages and documents by their ids are not said in Markdown. */
const ownDestination: LinkDestination = (target) => ("address" in target ? target.address : undefined);

const isReadAs = (markdown: string, html: string, features: readonly RichTextFeature[]): boolean => {
  const read = blocksFromMarkdown(markdown, features);
  if ("problems" in read || read.blocks.length !== 1) return false;
  const [block] = read.blocks;
  return block?.type === "paragraph" && block.value === html;
};
