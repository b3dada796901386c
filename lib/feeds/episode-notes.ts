import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { htmlTokens } from "#lib/richtext/html-tokens.ts";
import { attributeIn } from "#lib/richtext/links.ts";

/** What podcast apps show of a description: Apple takes 4,000 characters, and these elements. */
const maxCharacters = 4_000;

/** The element that each one becomes; others leave their text, or nothing (`skipped`). */
const shown: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"].map((name) => [name, "p"])),
  ...Object.fromEntries(["ol", "ul", "li", "a"].map((name) => [name, name])),
};

/** Pictures and players stand beside the notes in apps, not in them. */
const skipped = new Set("figure audio video iframe table svg".split(" "));

/**
 * The notes of an episode as its description: paragraphs, lists and links of its HTML, as many as there is
 * room for. Empty for an episode without notes, and for one whose first paragraph is too long.
 */
export const episodeNotes = (html: string): string => {
  let [notes, whole, depth, hidden] = ["", "", 0, ""];
  for (const token of htmlTokens(html)) {
    if ("text" in token) {
      if (hidden === "" && (depth > 0 || token.text.trim() !== "")) notes += token.text;
      continue;
    }
    const { name, closes, attributes } = token;
    if (hidden !== "" || skipped.has(name)) {
      if (!closes) hidden ||= name;
      else if (hidden === name) hidden = "";
      continue;
    }
    if (name === "br") notes += "<br/>";
    const element = shown[name];
    if (element === undefined) continue;
    const isBlock = element !== "a";
    if (isBlock) depth += closes ? -1 : 1;
    notes += closes ? `</${element}>` : `<${element}${element === "a" ? hrefOf(attributes) : ""}>`;
    if (!isBlock || depth > 0) continue;
    if (notes.length > maxCharacters) break;
    whole = notes;
  }
  const kept = whole.replace(/<p>\s*<\/p>/g, "");
  return /[^\s<]/.test(kept.replace(/<[^>]*>/g, "")) ? kept : "";
};

const hrefOf = (attributes: string): string => {
  const href = attributeIn(attributes, "href");
  return href === undefined ? "" : ` href="${href.replace(/["<>]/g, escapeHtml)}"`;
};
