import type { Token } from "marked";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { lineBreaksIn } from "#lib/richtext/markdown-html.ts";

const isHtml = ({ type }: Token): boolean => type === "html";

/** True for `<!--more-->`, which separates the overview from the text below it. */
export const isMore = (token: Token): boolean => isHtml(token) && /^\s*<!--\s*more\s*-->\s*$/.test(token.raw);

/**
 * Removes the comments from a token of raw HTML, and keeps the number of its lines. Gives what is wrong with
 * them.
 */
export const dropComments = (token: Token, line: number): LineProblem[] => {
  if (!isHtml(token) || !token.raw.includes("<!--")) return [];
  const raw: string = token.raw;
  let kept = "";
  let end = 0;
  for (let start = raw.indexOf("<!--"); start >= 0; start = raw.indexOf("<!--", end)) {
    kept += raw.slice(end, start);
    // The dashes of the beginning count: `<!-->` is a comment, too.
    const close = raw.indexOf("-->", start + 2);
    if (close < 0) {
      const message = "This comment does not end; it needs -->.";
      return [{ line: line + lineBreaksIn(kept), message }];
    }
    end = close + 3;
    kept += "\n".repeat(lineBreaksIn(raw.slice(start, end)));
  }
  kept += raw.slice(end);
  Object.assign(token, kept.trim() === "" ? { type: "comment", raw: kept } : { raw: kept, text: kept });
  return [];
};
