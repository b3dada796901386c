import { storedBlocks } from "#lib/blocks/sections.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import type { PostContent } from "./content.ts";

/** As much as search engines and lists show of a description. */
const maxCharacters = 200;

/** The first words of a body, for a post that nobody has described; empty where it has no paragraphs. */
export const openingOf = (body: PostContent["body"]): string => {
  let text = "";
  for (const { type, value } of [...storedBlocks(body, "overview"), ...storedBlocks(body, "detail")]) {
    if (type === "paragraph" && typeof value === "string") text = `${text} ${readableText(value)}`.trim();
    if (text.length > maxCharacters) return firstWords(text);
  }
  return text;
};

/** Cuts between words; a text without blanks, between characters. */
const firstWords = (text: string): string => {
  const start = text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, "");
  const words = start.replace(/ \S*$/, "");
  return `${words.length > maxCharacters / 2 ? words : start}…`;
};
