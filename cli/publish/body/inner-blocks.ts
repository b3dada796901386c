import type { Token, Tokens } from "marked";
import { keptLines } from "#cli/html/kept-lines.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { isFenced } from "./fenced.ts";
import { markupToken } from "./token-children.ts";

/**
 * Makes a code block in a list, quote or note a paragraph that keeps its lines: no block stands there, and
 * rich text would join them. False for blocks of the editor API.
 */
export const keepLines = (code: Tokens.Code): boolean => {
  if (isFenced(code)) return false;
  const lines = keptLines(code.text).map(escapeHtml);
  const { raw } = code;
  for (const name of Object.keys(code)) delete (code as unknown as Tokens.Generic)[name];
  const token = markupToken(`<code>${lines.join("<br/>")}</code>`);
  Object.assign(code, { type: "paragraph", raw, text: "", tokens: [token] satisfies Token[] });
  return true;
};

export const notInside = "A lectern block stands by itself, not in a list, quote or note.";

/** Says that a list begins with 1, where the site keeps no other number. */
export const lostStart = (
  token: Token,
  line: number,
  features: readonly RichTextFeature[],
): LineProblem[] => {
  if (token.type !== "list") return [];
  const { ordered, start } = token as Tokens.List;
  if (!ordered || Number(start) === 1 || features.includes("ol-start") || !features.includes("ol")) return [];
  return [
    { line, message: `The number ${start} of a list is not kept: without the feature ol-start, it is 1` },
  ];
};
