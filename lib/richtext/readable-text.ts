import { resolveReferences } from "./character-references.ts";
import { htmlTokens } from "./html-tokens.ts";
import { runningElements } from "./plain-text.ts";

/**
 * The text of stored rich text on one line, as people read it: for feeds, search engines and shared links.
 * Unlike `plainText`, which makes words for searches, it keeps every character, `&` and `<` included.
 */
export const readableText = (stored: string): string => {
  let text = "";
  for (const token of htmlTokens(stored)) {
    if ("text" in token) text += resolveReferences(token.text);
    else if (!runningElements.has(token.name)) text += " ";
  }
  return text.replace(/\s+/g, " ").trim();
};
