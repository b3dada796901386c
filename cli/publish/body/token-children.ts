import type { MarkedToken, Token } from "marked";
import { lineBreaksIn } from "#lib/richtext/markdown-html.ts";

/** The tokens in a token, with the lines on which they begin. */
export const childrenOf = (token: Token, line: number): (readonly [Token, number])[] => {
  const marked = token as MarkedToken;
  // Each row of a table is a line; the second says how its columns are aligned.
  if (marked.type === "table")
    return [marked.header, ...marked.rows].flatMap((cells, row) =>
      cells.flatMap(({ tokens }) => tokens.map((inner) => [inner, line + row + (row > 0 ? 1 : 0)] as const)),
    );
  const inner = marked.type === "list" ? marked.items : "tokens" in marked ? (marked.tokens ?? []) : [];
  let at = line;
  return inner.map((child: Token) => {
    const start = at;
    at += lineBreaksIn(child.raw);
    return [child, start] as const;
  });
};

/** A token that is shown as this HTML, which the sanitizer still checks. */
export const markupToken = (html: string): Token => ({
  type: "delimiterRun",
  raw: "",
  remaining: 0,
  starts: html,
  ends: "",
});

/** A token of text that we write. */
export const textToken = (text: string): Token => ({ type: "escape", raw: text, text });
