import type { Token, Tokens } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { htmlFromTokens } from "#lib/richtext/markdown-html.ts";
import { readHtmlInText } from "./html-in-text.ts";
import { holdsHtml, htmlOfPlaced } from "./html-tokens.ts";

interface LineRules {
  readonly linkTo: (address: string, line: number) => string;
  readonly removed: LineProblem[];
  readonly warnings: LineProblem[];
}

/** Tokens within a line as rich text, whose raw HTML is converted; without pictures. Empty for none. */
export const lineOfText = (tokens: readonly Token[], line: number, rules: LineRules): string => {
  if (tokens.length === 0) return "";
  const token: Tokens.Paragraph = { type: "paragraph", raw: "", text: "", tokens: [...tokens] };
  if (!holdsHtml(token)) return htmlFromTokens([token]);
  let html = "";
  const written = htmlOfPlaced([{ token, line }], () => undefined);
  readHtmlInText(written, line, {
    ...rules,
    prose: (prose) => {
      html += prose.html;
    },
    block: ({ type }) => {
      rules.removed.push({ line, message: `A block of type ${type} is not kept in a line of text` });
    },
  });
  return html;
};
