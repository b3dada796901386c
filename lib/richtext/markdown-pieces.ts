import type { MarkedToken, Token } from "marked";
import { htmlFromTokens } from "./markdown-html.ts";
import { lineBreaksIn } from "./markdown-images.ts";
import type { HtmlPiece } from "./removals.ts";

/**
 * What `htmlFromTokens` gives, in pieces with the lines in which they begin, without paragraphs. Raw HTML,
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
      // Nobody has written these elements.
      yield* htmlPieces(token.tokens ?? [], line);
      return;
    case "heading":
    case "blockquote":
    case "link":
    case "text":
      if (token.type !== "text" || token.tokens) {
        const [start, end] = around(token);
        yield { html: start, line };
        yield* htmlPieces(token.tokens ?? [], line);
        yield { html: end, line };
        return;
      }
  }
  yield { html: htmlFromTokens([token]), line };
}

/** The start tag and the end tag that an element has without its content. */
function around(token: MarkedToken): [start: string, end: string] {
  const html = htmlFromTokens([{ ...token, tokens: [], text: "" } as Token]);
  const end = html.lastIndexOf("</");
  return end === -1 ? ["", ""] : [html.slice(0, end), html.slice(end)];
}
