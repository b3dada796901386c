import { readableText } from "#lib/richtext/plain-text.ts";
import type { PostContent } from "./content.ts";
import { openingHtml } from "./excerpt.ts";

/** As much as search engines and lists show of a description. */
const maxCharacters = 200;

/** The first words of a body, for a post that nobody has described; empty where it has no paragraphs. */
export const openingOf = (body: PostContent["body"]): string => firstWordsIn(openingHtml(body));

/** Cuts between words; a text without blanks, between characters. */
export const firstWordsIn = (html: string): string => {
  const text = readableText(html);
  if (text.length <= maxCharacters) return text;
  const start = text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, "");
  const words = start.replace(/ \S*$/, "");
  return `${words.length > maxCharacters / 2 ? words : start}…`;
};
