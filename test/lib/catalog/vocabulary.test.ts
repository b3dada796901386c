// Proves contract rules: search-runs, search-slips, search-stems.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stemmingsFor } from "#lib/catalog/words/stemming.ts";
import { Vocabulary } from "#lib/catalog/words/vocabulary.ts";
import { exactTerms, WordIndex } from "#lib/catalog/words/word-index.ts";
import { readyWords, soughtWordsOf } from "#lib/search/words.ts";

/** The least number of letters to add, leave out, replace or swap with a neighbour. */
const distanceOf = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const steps = [
        rows[row - 1]![column]! + 1,
        next[column - 1]! + 1,
        rows[row - 1]![column - 1]! + Number(!isSame),
      ];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) steps.push(rows[row - 2]![column - 2]! + 1);
      next.push(Math.min(...steps));
    }
    rows.push(next);
  }
  return rows.at(-1)!.at(-1)!;
};

const letters = fc.stringMatching(/^[abc]{3,6}$/);

test("words at a distance of one letter are found, in any order of additions, and no others", () => {
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 30 }),
      fc.array(letters, { maxLength: 9 }),
      letters,
      (first, added, sought) => {
        const vocabulary = new Vocabulary([...new Set(first)].sort().join(" "));
        vocabulary.add(added);
        const expected = [...new Set([...first, ...added])].filter((word) => distanceOf(word, sought) === 1);
        const found = vocabulary.neighboursOf(sought);
        expect([...found].sort()).toEqual(sought.length < 4 ? [] : expected.sort().slice(0, 32));
      },
    ),
  );
});

test.each([
  ["Hindi, whose vowels are marks", "नमस्ते", "नमस्तै"],
  ["Tamil", "வணக்கம்", "வணக்கம"],
  ["Russian", "болото", "балото"],
  ["Hebrew", "ביצות", "ביצית"],
])("slips of %s are found, too", (_, word, slip) => {
  expect(new Vocabulary(word).neighboursOf(slip)).toEqual([word]);
});

test("digits are no slips, and neither is what has some", () => {
  expect(new Vocabulary("2024 b2023").neighboursOf("2023")).toEqual([]);
  expect(new Vocabulary("b2023").neighboursOf("b2024")).toEqual([]);
});

test("forms of a word are the words with its stem, whenever they were added", async () => {
  const stemmings = await stemmingsFor(["en"]);
  const vocabulary = new Vocabulary("frog herons walk walked");
  vocabulary.add(["heron", "walking", "wall"]);
  const formsOf = (word: string) => vocabulary.formsOf(word, stemmings);
  expect(formsOf("walks")).toEqual(["walks", "walk", "walked", "walking"]);
  expect(formsOf("heron")).toEqual(["heron", "herons"]);
  expect(formsOf("toad")).toEqual(["toad"]);
  expect(vocabulary.formsOf("walks", [])).toEqual(["walks"]);
  expect(new Vocabulary(vocabulary.text).text).toBe("frog heron herons walk walked walking wall");
});

const indexOf = (...texts: readonly string[]) => {
  const index = new WordIndex(":memory:");
  index.apply(texts.map((text, at) => ({ id: at + 1, version: 1, words: readyWords("", [text]) })));
  return index;
};

const bestOf = (index: WordIndex, words: readonly string[], operator: "and" | "or" = "and") => {
  const sought = { terms: index.termsOf(words, []), operator };
  const found = index.find(sought);
  const scores = index.rank(sought, found);
  return [...found].sort((one, other) => scores[other]! - scores[one]! || one - other);
};

describe("a word with a wrong letter", () => {
  test("finds what was meant, beside the other words", () => {
    const index = indexOf("kestrel nest", "kestrel", "heron nest");
    expect(bestOf(index, ["kestral", "nest"])).toEqual([1]);
    expect(bestOf(index, ["kestral"])).toEqual([1, 2]);
  });

  test("that a page has comes first, before what may be meant", () => {
    const index = indexOf("kestrel kestrel kestrel", "kestrel", "kestral");
    expect(bestOf(index, ["kestral"])).toEqual([3, 1, 2]);
    expect(bestOf(index, ["kestral", "absent"], "or")).toEqual([3, 1, 2]);
  });

  test("is none if some pages have it, or if what may be meant is common", () => {
    expect(bestOf(indexOf("otter", "other"), ["otter"])).toEqual([1, 2]);
    expect(bestOf(indexOf("otter", "otter", "otter", "other"), ["otter"])).toEqual([1, 2, 3]);
    const others = Array.from({ length: 11 }, () => "other");
    expect(bestOf(indexOf("otter", ...others), ["otter"])).toEqual([1]);
    expect(bestOf(indexOf(...others), ["otter"])).toHaveLength(11);
  });

  test("is not one with a digit, or of three letters, or of two wrong letters", () => {
    const index = indexOf("2024 reed may2 crane");
    for (const word of ["2025", "red", "may1", "creme"]) expect(bestOf(index, [word])).toEqual([]);
  });

  test("is forgotten with the page that had it", () => {
    const index = indexOf("kestrel");
    index.apply([{ id: 1, version: 2, words: null }]);
    expect(bestOf(index, ["kestral"])).toEqual([]);
  });
});

describe("a word without blanks", () => {
  const found = (index: WordIndex, text: string) => bestOf(index, soughtWordsOf(text));

  test("is found in the other kana, behind itself", () => {
    const index = indexOf("ほたる祭り", "ホタルの川", "ホタテ");
    expect(found(index, "ホタル")).toEqual([2, 1]);
    expect(found(index, "ほたる")).toEqual([1, 2]);
    expect(found(index, "ホタル祭り")).toEqual([1]);
  });

  test.each([
    ["another character at the end", "コウノトラ"],
    ["another character at the beginning", "ソウノトリ"],
    ["another character in between", "コウノドリ"],
    ["one too many", "コウウノトリ"],
    ["one missing", "コウトリ"],
  ])("with %s finds what was meant", (_, text) => {
    expect(found(indexOf("コウノトリの町", "コウモリ", "トリ"), text)).toEqual([1]);
  });

  test("finds no others if a page has it", () => {
    expect(found(indexOf("コウノトリ", "コウノドリ", "ソウノドリ"), "コウノドリ")).toEqual([2]);
  });

  test("of three characters has no wrong one, nor has one of a sentence's length, nor are two wrong", () => {
    const index = indexOf("教務課", "水車池にアオサギが一羽立っている朝", "コウノトリの町");
    for (const text of ["教務室", "水車池にアオサギが一羽立っている夜", "コウナドリの町"])
      expect(found(index, text)).toEqual([]);
  });

  test("is not made of letters that have blanks between their words", () => {
    expect(bestOf(indexOf("on no"), ["no", "on", "nu", "ux"])).toEqual([]);
  });
});

test("hundreds of words with many forms each are one search", async () => {
  const stemmings = await stemmingsFor(["en"]);
  const index = new WordIndex(":memory:");
  const stems = Array.from(
    { length: 90 },
    (_, at) => `b${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}ter`,
  );
  const forms = stems.flatMap((stem) => [stem, `${stem}s`, `${stem}ed`, `${stem}ing`]);
  index.apply([{ id: 1, version: 1, words: readyWords("", [forms.join(" ")]) }]);
  const terms = index.termsOf(stems, stemmings);
  expect(terms[0]!.forms).toHaveLength(4);
  for (const operator of ["and", "or"] as const) expect([...index.find({ terms, operator })]).toEqual([1]);
  expect([...index.find({ terms: exactTerms(["absent"]), operator: "and" })]).toEqual([]);
});
