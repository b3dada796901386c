import type { MarkedToken, Token, Tokens } from "marked";
import { resolveReferences } from "./character-references.ts";
import { commonmarkTokens } from "./commonmark-lexer.ts";
import type { RichTextFeature } from "./features.ts";
import { htmlFromTokens } from "./markdown-html.ts";
import { linesWithImages } from "./markdown-images.ts";
import { type PartAllowance, partAllowance, takeParts, tooManyParts } from "./part-allowance.ts";
import { brokenCharacters, type RichTextProblem } from "./problem.ts";
import { MarkdownRefused } from "./reading-limits.ts";
import type { SafeHtml } from "./safe-html.ts";
import { sanitizeRichText } from "./sanitize.ts";

export type MarkdownBlock =
  | { readonly type: "paragraph"; readonly value: SafeHtml }
  | { readonly type: "code"; readonly value: { readonly language: string; readonly source: string } };

/** A reason why Markdown is refused. `block` is the index of the block; absent for the whole field. */
export type MarkdownProblem = {
  readonly code: "inline_image" | "invalid" | "inline_embed" | "max_length";
  readonly message: string;
  readonly block?: number;
};

/**
 * The blocks of a section written as CommonMark without extensions: each run of prose is one paragraph block,
 * sanitized with `features`; each top-level code block is a code block, its language `text` by default. Raw
 * HTML stays text. Or all problems: `inline_image` for each paragraph or heading with images, naming its
 * lines; `invalid` for nesting deeper than 100 and lone surrogates, `max_length` for what would take too
 * long. Never throws (contract#markdown).
 */
export function blocksFromMarkdown(
  source: string,
  features: readonly RichTextFeature[],
  allowance: PartAllowance = partAllowance(),
): { readonly blocks: readonly MarkdownBlock[] } | { readonly problems: readonly MarkdownProblem[] } {
  if (!source.isWellFormed()) return { problems: [brokenCharacters] };
  const read = readTokens(source.replaceAll("\0", "\uFFFD"));
  if ("problem" in read) return { problems: [read.problem] };
  const images = linesWithImages(read.tokens).map(imageProblem);
  return images.length > 0 ? { problems: images } : blocksFromTokens(read.tokens, features, allowance);
}

function readTokens(
  source: string,
): { readonly tokens: readonly Token[] } | { readonly problem: RichTextProblem } {
  try {
    return { tokens: commonmarkTokens(source) };
  } catch (error) {
    if (error instanceof MarkdownRefused) return { problem: error.problem };
    throw error;
  }
}

function imageProblem([first, last]: readonly [number, number]): MarkdownProblem {
  const lines = first === last ? `line ${first}` : `lines ${first}-${last}`;
  return {
    code: "inline_image",
    message: `Images in Markdown are not supported (${lines}); use an image block.`,
  };
}

function blocksFromTokens(
  tokens: readonly Token[],
  features: readonly RichTextFeature[],
  allowance: PartAllowance,
): { readonly blocks: readonly MarkdownBlock[] } | { readonly problems: readonly MarkdownProblem[] } {
  const references = partAllowance();
  const written = codeAndProse(tokens).map((part) => {
    if (!Array.isArray(part)) return codeBlock(part);
    const html = htmlFromTokens(part);
    // Quotation marks in raw HTML and code become references too, each of which costs as much as a tag.
    if (!takeParts(references, html.split("&").length - 1)) return { problem: tooManyParts };
    return sanitizeRichText(html, features, allowance);
  });
  const problems = written.flatMap((part, block) => ("problem" in part ? [{ ...part.problem, block }] : []));
  if (problems.length > 0) return { problems };
  return {
    blocks: written.flatMap((part): MarkdownBlock[] => {
      if ("problem" in part) return [];
      return "html" in part ? [{ type: "paragraph", value: part.html }] : [part];
    }),
  };
}

/** The code blocks among `tokens`, and between them, as lists, the tokens that show something else. */
function codeAndProse(tokens: readonly Token[]): (Tokens.Code | Token[])[] {
  const parts: (Tokens.Code | Token[])[] = [];
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type === "space" || token.type === "def") continue;
    const last = parts.at(-1);
    if (token.type === "code") parts.push(token);
    else if (Array.isArray(last)) last.push(token);
    else parts.push([token]);
  }
  return parts;
}

function codeBlock({ lang = "", text }: Tokens.Code): MarkdownBlock {
  const [word = ""] = resolveReferences(lang).split(/\s/);
  return { type: "code", value: { language: word || "text", source: text.replace(/\n$/, "") } };
}
