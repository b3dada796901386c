import type { Token } from "marked";
import type { MarkdownAdditions } from "#lib/richtext/commonmark-lexer.ts";
import { lineBreaksIn } from "#lib/richtext/markdown-html.ts";
import { markdownTokens } from "#lib/richtext/markdown-tokens.ts";
import { type PlacedToken, placedTokens } from "./html-tokens.ts";

const markdownInside =
  /^(\s*<([a-z][\w-]*)\b[^<>]*\smarkdown=["']?(?:1|block|span|true)\b["']?[^<>]*>[ \t]*\n?)([\s\S]*?)(<\/\2>\s*)?$/i;

/** How many elements with the attribute `markdown` may stand in each other. */
const maxDepth = 8;

/**
 * Tokens, with those of the Markdown in raw HTML whose attribute `markdown` says that its content is such:
 * they stand between its tags.
 */
export const withMarkdownInside = (
  placed: readonly PlacedToken[],
  additions: MarkdownAdditions,
  depth = 0,
): PlacedToken[] =>
  placed.flatMap((each) => {
    const { token, line } = each;
    if (token.type !== "html" || depth >= maxDepth) return [each];
    const [, start, , inner = "", end = ""] = markdownInside.exec(token.raw) ?? [];
    const read = start === undefined ? undefined : markdownTokens(inner, undefined, additions);
    if (start === undefined || !read || "problem" in read) return [each];
    const innerLine = line + lineBreaksIn(start);
    return [
      { token: tagToken(start), line },
      ...withMarkdownInside(placedTokens(read.tokens, innerLine), additions, depth + 1),
      ...(end === "" ? [] : [{ token: tagToken(end), line: innerLine + lineBreaksIn(inner) }]),
    ];
  });

const tagToken = (raw: string): Token => ({ type: "html", raw, text: raw, block: true, pre: false });
