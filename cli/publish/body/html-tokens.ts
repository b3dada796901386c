import type { MarkedToken, Token, Tokens } from "marked";
import { inProse, partName } from "#cli/html/elements.ts";
import { htmlTokens, voidElements } from "#lib/richtext/html-tokens.ts";
import { htmlFromTokens, lineBreaksIn, tagsAround } from "#lib/richtext/markdown-html.ts";
import { childrenOf } from "./token-children.ts";

/** A token, and the line on which it begins. */
export interface PlacedToken {
  readonly token: Token;
  readonly line: number;
  /** The caption of a table: a paragraph without the word that begins it. */
  readonly caption?: PlacedToken | undefined;
}

/** Successive tokens with their lines. */
export const placedTokens = (tokens: readonly Token[], firstLine: number): PlacedToken[] => {
  let line = firstLine;
  return tokens.map((token) => {
    const at = line;
    line += lineBreaksIn(token.raw);
    return { token, line: at };
  });
};

/** True for a token with raw HTML or a picture in it. */
export const holdsHtml = (token: Token): boolean =>
  token.type === "html" || token.type === "image" || childrenOf(token, 1).some(([inner]) => holdsHtml(inner));

/**
 * Tokens as HTML in which each line has its place, as far as that changes no text; pictures, and tokens for
 * which `partFor` gives a number, are elements that stand for them.
 */
export const htmlOfPlaced = (
  tokens: readonly PlacedToken[],
  partFor: (token: Token, line: number) => number | undefined,
): string => {
  const writer = new HtmlWriter(tokens[0]?.line ?? 1, partFor);
  for (const { token, line } of tokens) writer.write(token, line);
  return writer.html;
};

class HtmlWriter {
  html = "";
  #line: number;
  readonly #partFor: (token: Token, line: number) => number | undefined;

  constructor(firstLine: number, partFor: (token: Token, line: number) => number | undefined) {
    this.#line = firstLine;
    this.#partFor = partFor;
  }

  write(token: Token, line: number): void {
    if (blockTypes.has(token.type)) this.#add("\n".repeat(Math.max(0, line - this.#line)));
    const part = this.#partFor(token, line);
    if (part !== undefined) this.#add(`<${partName} n="${part}"></${partName}>`);
    else if (token.type === "html") this.#add(token.raw);
    else if (token.type === "code")
      this.#add(htmlFromTokens([token]).replaceAll("<pre>", `<pre ${inProse}>`));
    else if (token.type === "br") this.#add(htmlFromTokens([token]) + "\n".repeat(lineBreaksIn(token.raw)));
    else if (token.type !== "list_item" && !needsWriter(token)) this.#add(htmlFromTokens([token]));
    else {
      const [start, end] = token.type === "list_item" ? ["<li>", "</li>"] : tagsAround(token as MarkedToken);
      this.#add(start);
      for (const [inner, at] of childrenOf(token, line)) this.write(inner, at);
      this.#add(end);
    }
  }

  #add(html: string): void {
    this.html += html;
    this.#line += lineBreaksIn(html);
  }
}

const blockTypes = new Set([
  "paragraph",
  "heading",
  "blockquote",
  "list",
  "list_item",
  "code",
  "hr",
  "table",
]);

/** True if a token holds what `htmlFromTokens` does not write as it is wanted here. */
const needsWriter = (token: Token): boolean =>
  ["html", "image", "code"].includes(token.type) ||
  childrenOf(token, 1).some(([inner]) => needsWriter(inner));

/** The elements that hold all that follows, over blank lines, until they are closed. */
const holding = new Set(
  "blockquote ul ol dl figure table a audio video picture iframe svg form select object noscript template h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);

/** How far the end of an element is looked for. */
const maxTokensAhead = 200;

/** How many of the tokens from `index` on belong together, because an element of raw HTML holds them. */
export const heldTogether = (
  tokens: readonly PlacedToken[],
  index: number,
  ends: (token: Token) => boolean,
): number => {
  const open: string[] = [];
  const last = Math.min(tokens.length, index + maxTokensAhead);
  for (let at = index; at < last; at++) {
    const token = tokens[at]?.token;
    if (!token || ends(token)) break;
    if (token.type === "html") follow(token as Tokens.HTML, open);
    if (open.length === 0) return at - index + 1;
  }
  return 1;
};

const follow = ({ raw }: Tokens.HTML, open: string[]): void => {
  for (const token of htmlTokens(raw)) {
    if ("text" in token || !holding.has(token.name) || voidElements.has(token.name)) continue;
    if (!token.closes) open.push(token.name);
    else {
      const begun = open.lastIndexOf(token.name);
      if (begun >= 0) open.length = begun;
    }
  }
};

/** Tokens that show nothing by themselves. */
export const nothingTypes: ReadonlySet<string> = new Set(["space", "def", "footnote", "comment"]);
