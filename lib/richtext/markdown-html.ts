import type { MarkedToken, Token, Tokens } from "marked";
import { escapeExceptReferences, resolveReferences } from "./character-references.ts";
import type { DelimiterRun } from "./emphasis.ts";
import { escapeHtml } from "./escape-html.ts";
import type { HtmlPiece } from "./removals.ts";

/** The tokens of Markdown as HTML, raw HTML as text, images left out. Not safe yet: links go anywhere. */
export function htmlFromTokens(tokens: readonly Token[]): string {
  return (tokens as readonly (MarkedToken | DelimiterRun)[]).map(htmlFromToken).join("");
}

function htmlFromToken(token: MarkedToken | DelimiterRun): string {
  switch (token.type) {
    case "paragraph":
      return `<p>${htmlFromTokens(token.tokens)}</p>`;
    case "heading":
      return `<h${token.depth}${ownKey(token)}>${htmlFromTokens(token.tokens)}</h${token.depth}>`;
    case "blockquote":
      return `<blockquote>${htmlFromTokens(token.tokens)}</blockquote>`;
    case "list":
      return listHtml(token);
    case "code":
      return `<pre><code>${escapeHtml(token.text)}</code></pre>`;
    case "hr":
      return "<hr/>";
    case "html":
      return token.block ? `<p>${escapeHtml(token.raw)}</p>` : escapeHtml(token.raw);
    case "text":
      return token.tokens === undefined ? escapeExceptReferences(token.raw) : htmlFromTokens(token.tokens);
    case "escape":
      return escapeHtml(token.text);
    case "delimiterRun":
      return token.ends + token.raw.slice(0, token.remaining) + token.starts;
    case "codespan":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "br":
      return "<br/>";
    case "link":
      return linkHtml(token);
    default:
      return "";
  }
}

/** The own id of a heading, if its reader has found one (contract#own-ids). */
function ownKey({ ownId }: Tokens.Heading & { readonly ownId?: string }): string {
  return ownId === undefined ? "" : ` data-block-key="#${escapeHtml(ownId)}"`;
}

function listHtml({ ordered, start, items }: Tokens.List): string {
  const name = ordered ? "ol" : "ul";
  const number = ordered && Number(start) !== 1 ? ` start="${Number(start)}"` : "";
  return `<${name}${number}>${items.map(({ tokens }) => `<li>${htmlFromTokens(tokens)}</li>`).join("")}</${name}>`;
}

function linkHtml({ href, text, tokens, autolink = false }: Tokens.Link): string {
  const written = autolink ? href : resolveReferences(href);
  const address = encodeURI(written.toWellFormed()).replaceAll("%25", "%");
  return `<a href="${escapeHtml(address)}">${autolink ? escapeHtml(text) : htmlFromTokens(tokens)}</a>`;
}

/**
 * The HTML of `htmlFromTokens`, in pieces with the lines in which they begin, without paragraphs. Raw HTML,
 * which is shown as text, is a piece of its own.
 */
export function* htmlPieces(tokens: readonly Token[], firstLine: number): Generator<HtmlPiece> {
  let line = firstLine;
  for (const token of tokens as readonly MarkedToken[]) {
    yield* piecesOf(token, line);
    line += lineBreaksIn(token.raw);
  }
}

function* piecesOf(token: MarkedToken, line: number): Generator<HtmlPiece> {
  switch (token.type) {
    case "html":
      yield { html: token.raw, line, isText: true };
      return;
    case "list": {
      const name = token.ordered ? "ol" : "ul";
      yield { html: `<${name}>`, line };
      let itemLine = line;
      for (const item of token.items) {
        yield { html: "<li>", line: itemLine };
        yield* htmlPieces(item.tokens, itemLine);
        yield { html: "</li>", line: itemLine };
        itemLine += lineBreaksIn(item.raw);
      }
      yield { html: `</${name}>`, line };
      return;
    }
    case "paragraph":
      // The author has not written these elements.
      yield* htmlPieces(token.tokens ?? [], line);
      return;
    case "heading":
    case "blockquote":
    case "link":
    case "text":
      if (token.type !== "text" || token.tokens) {
        const [start, end] = tagsAround(token);
        yield { html: start, line };
        yield* htmlPieces(token.tokens ?? [], line);
        yield { html: end, line };
        return;
      }
  }
  yield { html: htmlFromTokens([token]), line };
}

/** The start tag and the end tag that an element has without its content. */
export function tagsAround(token: MarkedToken): [start: string, end: string] {
  const html = htmlFromTokens([{ ...token, tokens: [], items: [], text: "" } as Token]);
  const end = html.lastIndexOf("</");
  return end === -1 ? ["", ""] : [html.slice(0, end), html.slice(end)];
}

/** The first and last source line, from 1, of each paragraph and heading with images among `tokens`. */
export function linesWithImages(tokens: readonly Token[], firstLine = 1): (readonly [number, number])[] {
  let line = firstLine;
  return (tokens as readonly MarkedToken[]).flatMap((token) => {
    const start = line;
    line += lineBreaksIn(token.raw);
    switch (token.type) {
      case "paragraph":
      case "heading":
      case "text":
        return holdsImage(token.tokens ?? [])
          ? [[start, start + lineBreaksIn(token.raw.trimEnd())] as const]
          : [];
      case "blockquote":
        return linesWithImages(token.tokens, start);
      case "list": {
        let itemStart = start;
        return token.items.flatMap((item) => {
          const found = linesWithImages(item.tokens, itemStart);
          itemStart += lineBreaksIn(item.raw);
          return found;
        });
      }
      default:
        return [];
    }
  });
}

function holdsImage(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) => token.type === "image" || ("tokens" in token && holdsImage(token.tokens ?? [])),
  );
}

export function lineBreaksIn(text: string): number {
  return text.split("\n").length - 1;
}
