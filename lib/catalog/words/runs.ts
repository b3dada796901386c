import { charactersOf, unspaced } from "#lib/search/words.ts";

/** So many pairs have to be right: most runs of three characters that differ by one are other words. */
const minPairs = 2;

/** More are a sentence, and each of them costs two searches. */
const maxPairs = 15;

/** The two characters of a word that is a pair of a run of unspaced characters; undefined for other words. */
const pairOf = (word: string): readonly string[] | undefined => {
  const characters = charactersOf(word);
  return characters.length === 2 && word.match(unspaced)?.[0] === word ? characters : undefined;
};

/** True for the pairs of neighbours that a search has for a run of unspaced characters. */
const continues = (word: string, next: string): boolean => {
  const end = pairOf(word)?.[1];
  return end !== undefined && end === pairOf(next)?.[0];
};

/** The words of a search in their order, those that are pairs of one run together. */
export const chainsOf = (words: readonly string[]): readonly (readonly string[])[] => {
  const chains: string[][] = [];
  for (const word of words) {
    const last = chains.at(-1);
    if (last && continues(last.at(-1) ?? "", word)) last.push(word);
    else chains.push([word]);
  }
  return chains;
};

/**
 * What is left of the pairs of a run without those of one wrong character, at each place in turn: first
 * where one character is missing, or wrong at an end, then where one stands in the middle.
 */
export const withoutOneCharacter = <Value>(pairs: readonly Value[]): readonly (readonly Value[])[] => {
  if (pairs.length > maxPairs) return [];
  const without = (count: number) =>
    Array.from({ length: pairs.length - count + 1 }, (_, at) => pairs.toSpliced(at, count));
  return [...without(1), ...without(2)].filter((rest) => rest.length >= minPairs);
};

/** The word with hiragana as katakana, and the other way round; nothing for a word without kana. */
export const inOtherKana = (word: string): readonly string[] =>
  [
    word.replace(/[ァ-ヶ]/g, (letter) => moved(letter, -kanaDistance)),
    word.replace(/[ぁ-ゖ]/g, (letter) => moved(letter, kanaDistance)),
  ].filter((other) => other !== word);

const kanaDistance = 0x60;

const moved = (letter: string, distance: number): string =>
  String.fromCharCode(letter.charCodeAt(0) + distance);
