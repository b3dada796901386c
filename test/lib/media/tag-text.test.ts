// Proves contract rules: upload-tags.

import fc from "fast-check";
import { expect, test } from "vitest";
import { tagsIn } from "#lib/media/tag-text.ts";

test.each<[string, readonly string[]]>([
  ["", []],
  [" , ,, ", []],
  ["night", ["night"]],
  ["night birds  marsh", ["birds", "marsh", "night"]],
  ["night, low water", ["low water", "night"]],
  ["low water,", ["low water"]],
  ['"low water" night', ["low water", "night"]],
  ['"a b", c d', ["a b", "c d"]],
  ['"a, b" c d', ["a, b", "c", "d"]],
  ['night"low water"birds', ["birds", "low water", "night"]],
  ['"low water', ["low", "water"]],
  ['"" night', ["night"]],
  ["Night, night, night", ["Night", "night"]],
  ["Réiher, 日本", ["Réiher", "日本"]],
])("%j names the tags %j", (text, tags) => {
  expect(tagsIn(text)).toEqual({ tags });
});

test("a tag has at most 100 characters, however they are stored", () => {
  expect(tagsIn("🦆".repeat(100))).toEqual({ tags: ["🦆".repeat(100)] });
  expect(tagsIn(`night, ${"x".repeat(101)}`)).toEqual({ problem: expect.stringContaining("xxx…") });
});

test("there are at most 200 tags", () => {
  const numbers = Array.from({ length: 201 }, (_, index) => String(index));
  expect(tagsIn(numbers.slice(1).join())).toHaveProperty("tags.length", 200);
  expect(tagsIn(numbers.join())).toHaveProperty("problem");
});

const tag = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() === text && !/["\0]/.test(text));

test("whatever tags are named in quotes are found, once each and in order", () => {
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 10 }), fc.constantFrom(" ", ", ", ""), (tags, between) => {
      const text = tags.map((each) => `"${each}"`).join(between);
      expect(tagsIn(text)).toEqual({ tags: [...new Set(tags)].sort() });
    }),
  );
});

test("no text names a tag that is blank, quoted, repeated or not trimmed", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", '"', ",", " ", "\n"), maxLength: 40 }),
      (text) => {
        const named = tagsIn(text);
        const tags = "tags" in named ? named.tags : [];
        expect(tags).toEqual([...new Set(tags)].sort());
        expect(tags.filter((each) => each !== each.trim() || /^$|"/.test(each))).toEqual([]);
      },
    ),
  );
});
