import { everyWordOf, maxWordLength } from "./words.ts";

/**
 * Ready words, with a separator each, end here, so that whatever is written they fit into an item of 400 KB.
 */
const mostCharacters = 100_000;

/** How often a word occurs in a text that says it often. */
const often = 3;

/**
 * The ready word of a page that has the word in its title. Nobody can search for it by typing it: words are
 * letters and digits.
 */
export const inTitle = (word: string): string => `${word}\uE000`;

/** The ready word of a page that has the word three times or more. */
export const saidOften = (word: string): string => `${word}\uE001`;

/**
 * What an index of words keeps of a page: each of its words once, those of its title and those that it says
 * often marked once more; in the order in which they first occur, the title before the other texts. Left out
 * are words of 40 characters that have digits, and of very long pages those after the first 100,000
 * characters of words.
 */
export const readyWords = (title: string, texts: readonly string[]): readonly string[] => {
  const titleWords = new Set(everyWordOf(title));
  const counts = new Map<string, number>();
  for (const word of everyWordOf([title, ...texts].join("\n"))) {
    if (!isEncoded(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ready: string[] = [];
  let characters = 0;
  for (const [word, count] of counts) {
    const forms = [word];
    if (titleWords.has(word)) forms.push(inTitle(word));
    if (count >= often) forms.push(saidOften(word));
    characters += forms.join(" ").length + 1;
    if (characters > mostCharacters) break;
    ready.push(...forms);
  }
  return ready;
};

/** Nobody looks for digests and encoded bytes. */
const isEncoded = (word: string): boolean => word.length >= maxWordLength && /\p{N}/u.test(word);
