import { htmlTokens } from "#lib/richtext/html-tokens.ts";

/** What is read of the style attributes that word processors write; browsers apply none of it. */

/**
 * The HTML with its styles and scripts under names that mean nothing to browsers: the policy of the page
 * forbids both, and browsers complain of each, though nothing here would run.
 */
export const inertHtml = (html: string): string => {
  const bare = html.replace(/<style\b[\s\S]*?<\/style\s*>/gi, "");
  let written = "";
  let end = 0;
  for (const token of htmlTokens(bare)) {
    if (!("name" in token) || token.closes || !/style|on/i.test(token.attributes)) continue;
    written +=
      bare.slice(end, token.start) +
      token.attributes.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, "$1data-$2");
    end = token.start + token.attributes.length;
  }
  return written + bare.slice(end);
};

export type Styles = ReadonlyMap<string, string>;

const none: Styles = new Map();

export const stylesOf = (element: Element): Styles => {
  const written = element.getAttribute("data-style");
  if (!written) return none;
  return new Map(
    written.split(";").flatMap((each) => {
      const colon = each.indexOf(":");
      return colon < 0
        ? []
        : [
            [
              each.slice(0, colon).trim().toLowerCase(),
              each
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ] as const,
          ];
    }),
  );
};

/** Formatting that a style turns on (true) or off (false). */
export const formattingIn = (styles: Styles): ReadonlyMap<string, boolean> => {
  const found = new Map<string, boolean>();
  const weight = styles.get("font-weight");
  if (weight) found.set("bold", weight === "bold" || weight === "bolder" || Number(weight) >= 600);
  const style = styles.get("font-style");
  if (style) found.set("italic", style === "italic" || style === "oblique");
  const line = styles.get("text-decoration") ?? styles.get("text-decoration-line") ?? "";
  if (line.includes("line-through")) found.set("strikethrough", true);
  if (line.includes("underline")) found.set("underline", true);
  const place = styles.get("vertical-align");
  if (place === "super" || place === "sub") found.set(place === "super" ? "superscript" : "subscript", true);
  return found;
};
