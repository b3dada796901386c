import type { Token, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { htmlFromTokens } from "#lib/richtext/markdown-html.ts";
import { readHtmlInText } from "./html-in-text.ts";
import { holdsHtml, htmlOfPlaced, type PlacedToken } from "./html-tokens.ts";
import { childrenOf } from "./token-children.ts";

export interface LinkedTextRules {
  /** Where a link leads now. */
  readonly linkTo: (address: string, line: number) => string;
  readonly removed: LineProblem[];
  readonly warnings: LineProblem[];
}

/** Tokens within a line as rich text; without pictures. Empty for none. */
export const lineOfText = (tokens: readonly Token[], line: number, rules: LinkedTextRules): string => {
  const token: Tokens.Paragraph = { type: "paragraph", raw: "", text: "", tokens: [...tokens] };
  return tokens.length === 0 ? "" : richTextOf([{ token, line }], rules);
};

/** Tokens as rich text, their links resolved and raw HTML converted; without pictures. */
export const richTextOf = (placed: readonly PlacedToken[], rules: LinkedTextRules): string => {
  if (!placed.some(({ token }) => holdsHtml(token))) {
    for (const { token, line } of placed) resolveLinks(token, line, rules.linkTo);
    return htmlFromTokens(placed.map(({ token }) => token));
  }
  let html = "";
  const line = placed[0]?.line ?? 1;
  readHtmlInText(htmlOfPlaced(placed, pictureAsPart), line, {
    ...rules,
    part: () => {},
    prose: (prose) => {
      html += prose.html;
    },
    block: ({ type }, at) => {
      rules.removed.push({ line: at, message: `A block of type ${type} is not kept in another block` });
    },
  });
  return html;
};

const pictureAsPart = (token: Token): number | undefined => (token.type === "image" ? 0 : undefined);

/** Changes the links in a token. */
export const resolveLinks = (token: Token, line: number, linkTo: LinkedTextRules["linkTo"]): void => {
  if (token.type === "link") {
    const link = token as Tokens.Link;
    link.href = linkTo(link.href, line);
  }
  for (const [inner, at] of childrenOf(token, line)) resolveLinks(inner, at, linkTo);
};
