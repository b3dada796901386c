// Proves contract rules: search.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordSearchOf } from "#lib/queries/word-search.ts";
import { wordsOf } from "#lib/search/words.ts";

describe("the words of a text", () => {
  test.each<[string, readonly string[]]>([
    ["", []],
    [" \t\n", []],
    ["-- … !?", []],
    ["🦢", []],
    ["The heron, the HERON", ["the", "heron"]],
    ["low-water_mark", ["low", "water", "mark"]],
    ["don't", ["don", "t"]],
    ["C++ 17", ["c", "17"]],
    ["Café CAFÉ cafe\u0301 cafe", ["cafe"]],
    ["Straße", ["straße"]],
    ["İstanbul", ["istanbul"]],
    ["Ёлка ёлка елка", ["елка"]],
    ["ΟΔΌΣ οδός οδόσ", ["οδοσ"]],
    ["蒼鷺 湿地", ["蒼鷺", "湿地"]],
    ['"a" (b)', ["a", "b"]],
    ["a\0b", ["a", "b"]],
    [`${"鷺".repeat(41)} ${"𠮷".repeat(41)}`, ["鷺".repeat(40), "𠮷".repeat(40)]],
  ])("%j are %j", (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

  test("are words of themselves, each once", () => {
    fc.assert(
      fc.property(text, (value) => {
        const words = wordsOf(value);
        expect(wordsOf(words.join(" "))).toEqual(words);
        expect(new Set(words).size).toBe(words.length);
      }),
    );
  });

  test("are the same however their accents are written", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(wordsOf(value.normalize("NFC"))).toEqual(wordsOf(value.normalize("NFD")));
      }),
    );
  });
});

test("a search is for the words of the first 500 characters", () => {
  const search = wordSearchOf({ text: `heron ${" ".repeat(493)}reed`, operator: "or" });
  expect(search).toEqual({ words: ["heron", "r"], operator: "or" });
});
