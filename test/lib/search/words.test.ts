// Proves contract rules: search, search-accents, search-runs.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordSearchOf } from "#lib/queries/word-search.ts";
import { indexedWordsOf, soughtWordsOf, wordsOf } from "#lib/search/words.ts";
import { anyText } from "#test/support/any-text.ts";

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

  test.each<[string, one: string, other: string, areOne: boolean]>([
    ["French", "élève", "eleve", true],
    ["Spanish", "niño", "nino", true],
    ["Swedish", "Ångström", "angstrom", true],
    ["German", "Häuser", "hauser", true],
    ["Vietnamese", "Tiếng Việt", "tieng viet", true],
    ["Danish, a letter without a mark", "rødgrød", "rodgrod", false],
    ["Polish, a letter without a mark", "łąka", "laka", false],
    ["a Latin letter with several marks", "a\u0301\u0323", "a", true],
    ["a keycap, which is a digit with marks", "1\uFE0F\u20E3", "1", true],
    ["Greek accents and breathings", "ᾠδή", "ωδη", true],
    ["Russian ё", "Ёжик", "ежик", true],
    ["Russian stress", "за\u0301мок", "замок", true],
    ["Russian й", "мой", "мои", false],
    ["Russian й, stressed beside it", "геро\u0301й", "герой", true],
    ["Ukrainian ї", "їх", "іх", false],
    ["Belarusian ў", "ў", "у", false],
    ["Macedonian ѓ and ќ", "ѓаќ", "гак", false],
    ["Bulgarian ѝ", "ѝ", "и", true],
    ["Hindi vowels", "किताब", "कताब", false],
    ["Hindi, a conjunct", "विद्या", "विदया", false],
    ["Japanese dakuten", "がく", "かく", false],
    ["Japanese handakuten", "パン", "ハン", false],
    ["Hebrew points", "שָׁלוֹם", "שלום", false],
    ["Arabic vowels", "كَتَبَ", "كتب", false],
    ["Arabic hamza", "أب", "اب", false],
    ["Thai tones", "ม้า", "มา", false],
    ["Tamil vowels", "கி", "க", false],
    ["a variant of a character", "葛\u{E0100}城", "葛城", true],
    ["an emoji, whose mark is no word", "reed ❤\uFE0F", "reed", true],
  ])("in %s, %j and %j are the same: %s", (_, one, other, areOne) => {
    expect(wordsOf(one).join(" ") === wordsOf(other).join(" ")).toBe(areOne);
  });

  test.each<[string, string, string, boolean]>([
    ["half a syllable of Hangul", "하", "한국", true],
    ["a kana without its dakuten", "か", "がく", false],
    ["a letter without its vowel", "क", "किताब", true],
  ])("%s begins the whole: %j of %j", (_, beginning, whole, begins) => {
    expect(wordsOf(whole)[0]!.startsWith(wordsOf(beginning)[0]!)).toBe(begins);
  });

  const marked = fc.constantFrom(
    ...["e", "г", "е", "и", "у", "к", "क", "か", "א", "ا", "ก", "한", "ω", "İ", "1", " "],
    ...["\u0300", "\u0301", "\u0306", "\u0308", "\u093F", "\u3099", "\u05B8", "\u064E", "\u0E49", "\uFE0F"],
  );
  const text = fc.oneof(
    anyText(),
    fc.string({ unit: "grapheme" }),
    fc.array(marked).map((characters) => characters.join("")),
  );

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
  expect(search).toEqual({ words: ["heron", "r"], phrases: [], operator: "or" });
});

describe("a search within runs of unspaced characters", () => {
  const isFound = (text: string, search: string) => {
    const words = new Set(indexedWordsOf(text));
    return soughtWordsOf(search).every((word) => words.has(word));
  };

  test.each<[string, string, string, boolean]>([
    ["Chinese", "这是一份学校管理手册", "管理", true],
    ["Chinese, one character", "这是一份学校管理手册", "册", true],
    ["Chinese, other pairs", "这是一份学校管理手册", "理学", false],
    ["Japanese in three scripts", "野鳥のサンクチュアリを歩く", "サンクチュアリ", true],
    ["Japanese, a long vowel", "駅前のコーヒー店", "コーヒー", true],
    ["a long sentence without a sign", `${"これは長い文章です".repeat(10)}湿原`, "湿原", true],
    ["Korean with an ending", "갈대밭에서 새를 보았다", "갈대밭", true],
    ["Korean, one syllable", "물이 깊다", "물", true],
    ["Korean, half of a syllable", "한국", "하", false],
    ["Thai", "เราเห็นนกกระสาที่หนองน้ำ", "นกกระสา", true],
    ["Thai with another tone", "ม้าวิ่งเร็ว", "มา", false],
    ["Lao", "ພາສາລາວບໍ່ມີຍະຫວ່າງ", "ລາວ", true],
    ["Khmer", "ភាសាខ្មែរគ្មានចន្លោះ", "ខ្មែរ", true],
    ["Latin letters in a run", "新しいPDFファイル", "pdf", true],
    ["half of a word in Latin letters", "reedbeds", "reed", false],
    ["Devanagari, which sets blanks", "किताबघर", "किताब", false],
  ])("in %s: %j has %j: %s", (_, text, search, isThere) => {
    expect(isFound(text, search)).toBe(isThere);
  });

  const character = fc.constantFrom(..."水鳥のかカーが새둥지กข้ามลาวខ្ម");
  const run = fc.array(character, { minLength: 1, maxLength: 8 }).map((characters) => characters.join(""));

  test("every run is found in every text that has it between blanks", () => {
    fc.assert(
      fc.property(run, anyText(), anyText(), (search, before, after) => {
        expect(isFound(`${before} ${search} ${after}`, search)).toBe(true);
      }),
    );
  });

  const letters = fc.array(fc.constantFrom(..."水鳥町づくり새둥지"), { minLength: 1, maxLength: 6 });

  test("every run is found within longer ones", () => {
    fc.assert(
      fc.property(letters, letters, letters, (before, search, after) => {
        expect(isFound([...before, ...search, ...after].join(""), search.join(""))).toBe(true);
      }),
    );
  });
});
