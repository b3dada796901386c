// Proves contract rules: search-stems.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formOfWords,
  noStemming,
  type Stemming,
  stemmingFor,
  WordIndex,
} from "#lib/catalog/words/word-index.ts";
import { readyWords, wordsOf } from "#lib/search/words.ts";
import { stemmingLanguages } from "#lib/settings/site.ts";

const english = await stemmingFor("en");

const indexOf = (stemming: Stemming, ...pages: readonly (readonly [title: string, text: string])[]) => {
  const index = new WordIndex(":memory:", stemming);
  index.apply(
    pages.map(([title, text], at) => ({ id: at + 1, version: 1, words: readyWords(title, [text]) })),
  );
  return index;
};

const found = (index: WordIndex, text: string, operator: "and" | "or" = "and"): number[] => [
  ...index.find({ words: wordsOf(text), operator }),
];

describe("a search in English", () => {
  const index = indexOf(
    english,
    ["Frogs", "They were walking"],
    ["A frog", "It walks, it walked"],
    ["Toads", "frog23 лягушки"],
  );

  test.each([
    ["frog", [1, 2]],
    ["frogs", [1, 2]],
    ["FROGS walk", [1, 2]],
    ["frog frogs", [1, 2]],
    ["froglet", []],
    ["toad", [3]],
    ["frog23", [3]],
    ["frog2", []],
    ["лягушка", []],
    ["лягушки", [3]],
  ])("for %j finds the pages %j", (text, ids) => {
    expect(found(index, text)).toEqual(ids);
  });

  test("for any of two words finds each page once", () => {
    expect(found(index, "frogs frog toad", "or")).toEqual([1, 2, 3]);
  });

  test("ranks words of the title by their stems", () => {
    const search = { words: ["frogs"], operator: "and" } as const;
    const twice = indexOf(english, ["Marsh", "frog"], ["A frog", ""]);
    const scores = twice.rank(search, twice.find(search));
    expect(scores[2]).toBeGreaterThan(scores[1]!);
  });

  test("finds what a changed page says now", () => {
    const changing = indexOf(english, ["Frogs", ""]);
    changing.apply([{ id: 1, version: 2, words: readyWords("Toads", []) }]);
    expect([found(changing, "frog"), found(changing, "toad")]).toEqual([[], [1]]);
  });
});

test.each([
  ["da", "fugl", "fugle"],
  ["de", "Haus", "Häuser"],
  ["en", "city", "cities"],
  ["es", "canción", "canciones"],
  ["fi", "kylä", "kylässä"],
  ["fr", "oiseau", "oiseaux"],
  ["hu", "madár", "madarak"],
  ["it", "uccello", "uccelli"],
  ["nl", "boek", "boeken"],
  ["no", "frosk", "frosker"],
  ["pt", "pássaro", "pássaros"],
  ["ro", "pasăre", "păsări"],
  ["ru", "птица", "птицы"],
  ["sv", "groda", "grodor"],
] as const)("in the language %s, %j finds %j, and the other way round", async (language, one, other) => {
  const stemming = await stemmingFor(language);
  expect(found(indexOf(stemming, ["", other]), one)).toEqual([1]);
  expect(found(indexOf(stemming, ["", one]), other)).toEqual([1]);
  expect(found(indexOf(noStemming, ["", other]), one)).toEqual([]);
});

test("every language reduces any words to words, the same each time", async () => {
  for (const language of stemmingLanguages) {
    const [first, second] = [await stemmingFor(language), await stemmingFor(language)];
    const letters = fc.array(fc.constantFrom(..."aeiouystnrléßøа́ияйых"), { maxLength: 20 });
    fc.assert(
      fc.property(letters, (characters) => {
        for (const word of wordsOf(characters.join(""))) {
          const stem = first.stemOf(word);
          expect(stem).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
          expect([first.stemOf(word), second.stemOf(word)]).toEqual([stem, stem]);
        }
      }),
      { numRuns: 50 },
    );
  }
});

test("an index of another language, or of none, has another form", async () => {
  const stemmings = await Promise.all([null, ...stemmingLanguages].map(stemmingFor));
  const forms = stemmings.map(formOfWords);
  expect(new Set(forms).size).toBe(stemmings.length);
  expect(stemmings.map((stemming) => indexOf(stemming).form)).toEqual(forms);
});
