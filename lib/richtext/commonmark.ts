import MarkdownIt, { type StateBlock, type StateInline, type Token } from "markdown-it";
import { runsScript } from "./link-scheme.ts";
import { maxParts, type PartAllowance, partAllowance, takeParts, tooManyParts } from "./part-allowance.ts";
import { maximumDepth, type RichTextProblem, tooDeep } from "./problem.ts";

/** Thrown while Markdown is read that would take too long. */
export class MarkdownRefused extends Error {
  readonly problem: RichTextProblem;

  constructor(problem: RichTextProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * The tokens of `source`, read as CommonMark without extensions. Script-like links are left as text. Throws
 * {@link MarkdownRefused} for nesting deeper than 100, and for more blocks and marks than a request may have parts.
 */
export const commonmarkTokens = (source: string): readonly Token[] => {
  const tokens = reader.parse(source, { parts: partAllowance(), lines: { left: 20 * maxParts } });
  if (addressLength(tokens) > Math.max(source.length, 100_000)) throw new MarkdownRefused(longAddresses);
  return tokens;
};

/** A definition's address is written as often as it is used: a megabyte could become gigabytes. */
const addressLength = (tokens: readonly Token[]): number =>
  tokens.reduce((length, token) => {
    const own = token.type === "link_open" ? String(token.attrGet("href")).length : 0;
    return length + own + addressLength(token.children ?? []);
  }, 0);

const longAddresses: RichTextProblem = {
  code: "max_length",
  message:
    "The addresses of the links, each as often as it is used, are longer than the whole text. Use shorter ones.",
};

/** What a fence says, with its escapes and character references resolved. */
export const resolved = (text: string): string => reader.utils.unescapeAll(text);

// markdown-it, because it takes linear time for nearly everything that makes other readers take quadratic time.
const reader = new MarkdownIt("commonmark", { maxNesting: maximumDepth + 2 });

reader.validateLink = (address) => !runsScript(address);
// Addresses are judged as they are written, and encoded when they become HTML.
reader.normalizeLink = (address) => address;
reader.normalizeLinkText = (text) => text;

/** Refuses what would be left out or take too long, first at each block. */
const blockLimit = ({ level, env }: StateBlock): false => {
  if (level >= maximumDepth) throw new MarkdownRefused(tooDeep);
  return take(env.parts as PartAllowance);
};

/** Where more than text may begin. Other punctuation costs next to nothing. */
const marks = new Set("*_[]!<&\\`\n");

const markLimit = ({ src, pos, env }: StateInline): false =>
  marks.has(src.charAt(pos)) && take(env.parts as PartAllowance);

/** Each quote and list looks at all of its lines: a hundred of them around many lines would take minutes. */
const lineLimit = ({ env }: StateBlock, _start: number, _end: number, silent: boolean): false =>
  silent && take(env.lines as PartAllowance);

const take = (allowance: PartAllowance): false => {
  if (!takeParts(allowance)) throw new MarkdownRefused(tooManyParts);
  return false;
};

reader.block.ruler.before("blockquote", "parts", blockLimit);
reader.block.ruler.before("blockquote", "lines", lineLimit, {
  alt: ["paragraph", "reference", "blockquote", "list"],
});
reader.inline.ruler.after("text", "parts", markLimit);
