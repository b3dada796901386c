import { everyWordOf, maxWordLength } from "./words.ts";

/** Ready words and separators end here, so that the words of any page fit into an item of 400 KB. */
const maxCharacters = 100_000;

const frequentCount = 3;

/** The ready word for "in the title". Nobody can type it: words are letters, digits and marks. */
export const inTitle = (word: string): string => `${word}\uE000`;

/** The ready word for "three times or more on the page". */
export const occursOften = (word: string): string => `${word}\uE001`;

/** The ready words with each word replaced, each once. */
export const mapReadyWords = (ready: readonly string[], replace: (word: string) => string): string[] => {
  const replaced = ready.map((word) =>
    /[\uE000\uE001]$/.test(word) ? replace(word.slice(0, -1)) + word.slice(-1) : replace(word),
  );
  return [...new Set(replaced)];
};

/**
 * What an index of words keeps of a page: each word once, with further forms for words of the title and
 * frequent words, in the order of their first occurrence, title first. Left out are words of 40 characters
 * that have digits, and on very long pages what follows the first 100,000 characters of words.
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
    if (count >= frequentCount) forms.push(occursOften(word));
    characters += forms.join(" ").length + 1;
    if (characters > maxCharacters) break;
    ready.push(...forms);
  }
  return ready;
};

/** Digests and encoded bytes, for which nobody searches. */
const isEncoded = (word: string): boolean => word.length >= maxWordLength && /\p{N}/u.test(word);
