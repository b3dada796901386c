// Proves contract rules: search-stems.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Stemming, stemmingsFor } from "#lib/catalog/words/stemming.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import { stemmingLanguages, stemmingLanguagesOf } from "#lib/search/languages.ts";
import { readyWords, wordsOf } from "#lib/search/words.ts";

const english = await stemmingsFor(["en"]);

const indexOf = (...pages: readonly (readonly [title: string, text: string])[]) => {
  const index = new WordIndex(":memory:");
  index.apply(
    pages.map(([title, text], at) => ({ id: at + 1, version: 1, words: readyWords(title, [text]) })),
  );
  return index;
};

const found = (
  index: WordIndex,
  stemmings: readonly Stemming[],
  text: string,
  operator: "and" | "or" = "and",
): number[] => [...index.find({ terms: index.termsOf(wordsOf(text), stemmings), operator })];

describe("a search in English", () => {
  const index = indexOf(
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
    ["лягушкой", []],
    ["лягушки", [3]],
  ])("for %j finds the pages %j", (text, ids) => {
    expect(found(index, english, text)).toEqual(ids);
  });

  test("for any of two words finds each page once", () => {
    expect(found(index, english, "frogs frog toad", "or")).toEqual([1, 2, 3]);
  });

  test("ranks words of the title by their stems", () => {
    const twice = indexOf(["Marsh", "frog"], ["A frog", ""]);
    const search = { terms: twice.termsOf(["frogs"], english), operator: "and" } as const;
    const scores = twice.rank(search, twice.find(search));
    expect(scores[2]).toBeGreaterThan(scores[1]!);
  });

  test("ranks a word as it is sought before its other forms, but behind forms in titles", () => {
    const forms = indexOf(["Marsh", "frogs"], ["Fen", "frog"], ["Frogs", "Pond"]);
    const search = { terms: forms.termsOf(["frog"], english), operator: "and" } as const;
    const [, ofForm, ofWord, ofTitle] = forms.rank(search, forms.find(search));
    expect(ofWord).toBeGreaterThan(ofForm!);
    expect(ofTitle).toBeGreaterThan(ofWord!);
  });

  test("finds what a changed page says now", () => {
    const changing = indexOf(["Frogs", ""]);
    changing.apply([{ id: 1, version: 2, words: readyWords("Toads", []) }]);
    expect([found(changing, english, "frog"), found(changing, english, "toad")]).toEqual([[], [1]]);
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
  const stemmings = await stemmingsFor([language]);
  expect(found(indexOf(["", other]), stemmings, one)).toEqual([1]);
  expect(found(indexOf(["", one]), stemmings, other)).toEqual([1]);
});

test("every language reduces any words to words, the same each time", async () => {
  for (const language of stemmingLanguages) {
    const [first] = await stemmingsFor([language]);
    const letters = fc.array(fc.constantFrom(..."aeiouystnrléßøа́ияйых"), { maxLength: 20 });
    fc.assert(
      fc.property(letters, (characters) => {
        for (const word of wordsOf(characters.join(""))) {
          const stem = first!.stemOf(word);
          expect(stem).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
          expect(first!.stemOf(word)).toBe(stem);
        }
      }),
      { numRuns: 50 },
    );
  }
});

test("words of two languages are compared by the stems of both", async () => {
  const both = await stemmingsFor(["en", "de"]);
  const index = indexOf(["", "two herons"], ["", "alte Häuser"]);
  expect([found(index, both, "heron"), found(index, both, "Haus")]).toEqual([[1], [2]]);
  expect([found(index, english, "heron"), found(index, english, "Haus")]).toEqual([[1], []]);
  expect(found(index, [], "Haus")).toEqual([]);
});

test.each([
  [["en"], ["en"]],
  [["de-AT"], ["de"]],
  [["pt_BR", "PT"], ["pt"]],
  [["nb", "nn-NO"], ["no"]],
  [["ja", "tlh", ""], []],
] as const)("the tags %j name the languages %j", (tags, languages) => {
  expect(stemmingLanguagesOf(tags)).toEqual(languages);
});
