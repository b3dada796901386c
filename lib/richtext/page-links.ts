import { htmlTokens } from "./html-tokens.ts";
import { withPageId } from "./link-target.ts";

/**
 * Rich text with other ids in its links to pages; everything else stays as it is written. `replace` gets each
 * id as it is written, which need not be a number; for undefined, it stays. Linear in the length of `html`.
 */
export const withPageLinks = (html: string, replace: (id: string) => string | undefined): string => {
  if (!/linktype/i.test(html)) return html;
  let [written, end] = ["", 0];
  for (const token of htmlTokens(html)) {
    if (!("name" in token) || token.closes || token.name !== "a") continue;
    written += html.slice(end, token.start) + withPageId(token.attributes, replace);
    end = token.start + token.attributes.length;
  }
  return written + html.slice(end);
};
