import type { MarkedToken, Token } from "marked";
import { lineBreaksIn } from "#lib/richtext/markdown-images.ts";

/** The tokens in a token, with the lines on which they begin. */
export const childrenOf = (token: Token, line: number): (readonly [Token, number])[] => {
  const { type, ...inner } = token as MarkedToken;
  const children: readonly Token[] =
    type === "list" ? (token as { items: Token[] }).items : "tokens" in inner ? (inner.tokens ?? []) : [];
  let at = line;
  return children.map((child) => {
    const start = at;
    at += lineBreaksIn(child.raw);
    return [child, start] as const;
  });
};
