import { pastedHtml as readHtml } from "./html.ts";
import { pastedText } from "./markdown.ts";
import type { Pasted } from "./parts.ts";

export { pastedText };

/** HTML from the clipboard; the text beside it if the HTML is that of a text editor, which only colours it. */
export const pastedHtml = (
  html: string,
  text: string,
  features: readonly string[],
  blocks: ReadonlySet<string>,
): Pasted => {
  const pasted = readHtml(html, features, blocks);
  const isEmpty = pasted.parts.length === 0 && pasted.leftOut.size === 0;
  return isEmpty && text.trim() !== "" ? pastedText(text, features) : pasted;
};
