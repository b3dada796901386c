import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexedWordsOf, inTitle, occursOften, readyWords } from "#lib/search/words.ts";
import { anyText } from "#test/support/any-text.ts";

describe("the ready words of a page", () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ["are each word once", "", ["low water", "Low tide"], ["low", "water", "tide"]],
    [
      "mark those of the title",
      "Low Tide",
      ["water"],
      ["low", inTitle("low"), "tide", inTitle("tide"), "water"],
    ],
    ["mark what is said three times", "", ["a a", "A"], ["a", occursOften("a")]],
    ["count the title", "a", ["a a"], ["a", inTitle("a"), occursOften("a")]],
    ["do not mark what is said twice", "", ["a a"], ["a"]],
    ["are cut after 40 characters", "", [`${"x".repeat(40)}y`, "z"], ["x".repeat(40), "z"]],
    ["leave out what is no word of a language", "", [`${"x".repeat(39)}1`, "z"], ["z"]],
    ["are none of nothing", "", [], []],
    [
      "are characters and pairs where no blanks are set",
      "湿地",
      ["A4の地図"],
      [
        ...["湿", inTitle("湿"), "地", inTitle("地"), "湿地", inTitle("湿地")],
        ...["a4", "の", "図", "の地", "地図"],
      ],
    ],
  ])("%s", (_, title, texts, expected) => {
    expect(readyWords(title, texts)).toEqual(expected);
  });

  test("are words that can be typed, but for their marks", () => {
    fc.assert(
      fc.property(anyText(), fc.array(anyText()), (title, texts) => {
        const typed = readyWords(title, texts).filter((word) => !/[\uE000\uE001]$/.test(word));
        const isWord = (word: string) => word.length < 40 || !/\p{N}/u.test(word);
        expect(typed).toEqual(indexedWordsOf([title, ...texts].join(" ")).filter(isWord));
      }),
    );
  });

  test.each([
    ["letters", (index: number) => index.toString(36).padStart(8, "x")],
    [
      "CJK characters",
      (index: number) => String.fromCodePoint(0x4e00 + (index % 20_000), 0x4e00 + (index >> 4)),
    ],
    ["rare characters", (index: number) => String.fromCodePoint(0x20000 + (index % 40_000)) + index],
  ])("fit into an item, whatever is written in %s", (_, wordAt) => {
    const text = Array.from({ length: 200_000 }, (_, index) => wordAt(index)).join(" ");
    const words = readyWords(text, [text, text]);
    expect(words.length).toBeGreaterThan(5_000);
    expect(deflateRawSync(words.join(" ")).length).toBeLessThan(310_000);
  });
});
