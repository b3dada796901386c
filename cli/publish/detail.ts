import { type AuthorBlock, readSection } from "#lib/blocks/read-block.ts";
import { writeMarkdown } from "#lib/blocks/write-section.ts";
import { noMedia } from "#lib/media/references.ts";
import { commonmarkTokens } from "#lib/richtext/commonmark-lexer.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";

/** A problem with a request, at a dotted path into its body, in the API's words. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

const field = "detail_markdown";

/** The blocks or problems that the editor API will give for this Markdown, from its own functions. */
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

/** The line, from 1, on which each block begins: each code block is one, and the prose between two. */
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
