import { vouchedHtml } from "#lib/richtext/safe-html.ts";
import { type Element, withHtml } from "#lib/themes/element.ts";
import type { StructuredData } from "#lib/themes/theme.ts";

/**
 * What search engines may know of a page, as a block of data. Browsers do not run it, so content policies do
 * not forbid it. No text can end the element or open a comment in it, because `<` and `>` are escaped.
 */
export const linkedData = (graph: readonly StructuredData[]): Element => {
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph });
  const escaped = json.replace(/[<>&\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${code}`;
  });
  return withHtml("script", { type: "application/ld+json" }, vouchedHtml(escaped));
};
