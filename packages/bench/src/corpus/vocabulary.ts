import { type Random, randomFrom } from "#bench/lectern/tests.ts";
import { certain } from "#bench/lectern/tools.ts";

const size = 30_000;

const consonants = ["b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z"];
const vowels = ["a", "e", "i", "o", "u"];

/** Five to seven syllables, such as `kamirodune`; 600 words with spaces have 8 KB. */
const newWord = (random: Random): string => {
  const syllable = () =>
    certain(consonants[random.below(consonants.length)]) + certain(vowels[random.below(vowels.length)]);
  return Array.from({ length: 5 + random.below(3) }, syllable).join("");
};

const newWords = (): readonly string[] => {
  const random = randomFrom(1);
  const words = new Set<string>();
  while (words.size < size) words.add(newWord(random));
  return [...words];
};

const words = newWords();

/** Words in every post, the most frequent ones. */
export const wordsOfAll = words.slice(0, 40);

/** Words in every fiftieth post. */
export const wordsOfFiftieths = words.slice(40, 640);

/** Words in five posts. */
export const rareWords = words.slice(640, 1_240);

/** For tags and categories; in no text. */
export const names = words.slice(1_240, 1_500);

/** The most frequent first. */
const drawn = [...wordsOfAll, ...words.slice(1_500)];

/** Draws a word for a text: the word of rank r about r times as rarely as the first (Zipf's law). */
export const drawWord = (random: Random): string =>
  certain(drawn[Math.floor((drawn.length + 1) ** random.fraction()) - 1]);
