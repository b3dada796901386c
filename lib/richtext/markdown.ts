import type { MarkedToken, Token, Tokens } from "marked";
import type { RichTextFeature } from "./features.ts";
import { htmlFromTokens, htmlPieces, lineBreaksIn, linesWithImages } from "./markdown-html.ts";
import { codeFromToken, type MarkdownCode, markdownTokens } from "./markdown-tokens.ts";
import { type PartAllowance, partAllowance, takeParts, tooManyParts } from "./problem.ts";
import { type Removal, removalsBetween } from "./removals.ts";
import type { SafeHtml } from "./safe-html.ts";
import { type Sanitized, sanitizeRichText } from "./sanitize.ts";

export type MarkdownBlock = { readonly type: "paragraph"; readonly value: SafeHtml } | MarkdownCode;

/** A reason why Markdown is refused. `block` is the index of the block; absent for the whole field. */
export type MarkdownProblem = {
  readonly code: "inline_image" | "invalid" | "inline_embed" | "max_length";
  readonly message: string;
  readonly block?: number;
};

/** Gets what is removed from a block; null for a link that stays text, whose block is not known. */
export type OnRemoved = (block: number | null, removals: readonly Removal[]) => void;

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
  onRemoved?: OnRemoved,
): { readonly blocks: readonly MarkdownBlock[] } | { readonly problems: readonly MarkdownProblem[] } {
  const scriptLinks = onRemoved && new Map<string, string>();
  const read = markdownTokens(source, scriptLinks);
  if ("problem" in read) return { problems: [read.problem] };
  const images = linesWithImages(read.tokens).map(imageProblem);
  if (images.length > 0) return { problems: images };
  for (const [raw, href] of scriptLinks ?? []) onRemoved?.(null, scriptLinksIn(source, raw, href));
  return blocksFromTokens(read.tokens, features, allowance, onRemoved);
}

/** A link that is left as text because it would run a script, wherever it is. */
export function scriptLinksIn(source: string, raw: string, href: string): Removal[] {
  const before = source.split(raw).slice(0, -1);
  let line = 1;
  return before.map((text) => {
    line += lineBreaksIn(text);
    const removal: Removal = { kind: "link", name: "a", line, text: href.slice(0, 80) };
    line += lineBreaksIn(raw);
    return removal;
  });
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
  onRemoved?: OnRemoved,
): { readonly blocks: readonly MarkdownBlock[] } | { readonly problems: readonly MarkdownProblem[] } {
  const references = partAllowance();
  const lines = onRemoved && linesOf(tokens);
  const written = codeAndProse(tokens).map((part, block) => {
    if (!Array.isArray(part)) return codeFromToken(part);
    const sanitized = proseFromTokens(part, features, { allowance, references });
    if (lines && "html" in sanitized) {
      const pieces = part.flatMap((token) => [...htmlPieces([token], lines.get(token) ?? 1)]);
      onRemoved?.(block, removalsBetween(pieces, sanitized.html));
    }
    return sanitized;
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

/** The rich text of a run of prose. `references` counts those of all texts of a body, as `allowance` does. */
function proseFromTokens(
  tokens: readonly Token[],
  features: readonly RichTextFeature[],
  allowances: ProseAllowances,
): Sanitized {
  return proseFromHtml(htmlFromTokens(tokens), features, allowances);
}

type ProseAllowances = Readonly<Record<"allowance" | "references", PartAllowance>>;

/** The same for the HTML of such a run. */
export function proseFromHtml(
  html: string,
  features: readonly RichTextFeature[],
  { allowance, references }: ProseAllowances,
): Sanitized {
  // Quotation marks in raw HTML and code become references, too. Each of them costs as much as a tag.
  if (!takeParts(references, html.split("&").length - 1)) return { problem: tooManyParts };
  return sanitizeRichText(html, features, allowance);
}

function linesOf(tokens: readonly Token[]): ReadonlyMap<Token, number> {
  let line = 1;
  return new Map(
    tokens.map((token) => {
      const start = line;
      line += lineBreaksIn(token.raw);
      return [token, start];
    }),
  );
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
