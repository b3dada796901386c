import { type AuthorBlock, readSection } from "#lib/blocks/read-block.ts";
import { writeMarkdown } from "#lib/blocks/write-section.ts";
import { noMedia } from "#lib/media/references.ts";
import { commonmarkTokens } from "#lib/richtext/commonmark-lexer.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";

/** One thing wrong with what is to be sent, at a dotted path into it, as the API says it. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

const field = "detail_markdown";

/**
 * The blocks that the editor API shows once `markdown` is stored, where paragraphs may have `features`: made
 * by the functions that the service itself uses, so that what is stored can be compared with what is wanted
 * without a write. Otherwise the problems that the service would report.
 */
export const detailFromMarkdown = (
  markdown: string,
  features: readonly RichTextFeature[],
): { readonly blocks: readonly AuthorBlock[] } | { readonly problems: readonly FieldProblem[] } => {
  const converted = blocksFromMarkdown(markdown, features);
  if ("problems" in converted) {
    const problems = converted.problems.map(({ block, message }) => ({
      path: block === undefined ? field : `${field}.${block}`,
      message,
    }));
    return { problems };
  }
  const { blocks, problems } = writeMarkdown(converted.blocks, field);
  return problems.length > 0 ? { problems } : { blocks: readSection("detail", blocks, { media: noMedia }) };
};

/**
 * The line of Markdown, counted from 1, on which each of its blocks begins: code by itself, prose up to the
 * next code.
 */
export const blockLines = (markdown: string): readonly number[] => {
  const starts: number[] = [];
  let line = 1;
  let insideProse = false;
  for (const { type, raw } of commonmarkTokens(markdown)) {
    if (type !== "space" && type !== "def") {
      if (type === "code" || !insideProse) starts.push(line);
      insideProse = type !== "code";
    }
    line += raw.split("\n").length - 1;
  }
  return starts;
};
