import { expect, test } from "vitest";
import { defaultFeatures, parseRichTextFeatures } from "#lib/richtext/features.ts";

test.each([undefined, null])("features that are %s are the default ones", (value) => {
  expect(parseRichTextFeatures(value)).toBe(defaultFeatures);
});

test("listed features replace the default ones, in their order", () => {
  expect(parseRichTextFeatures(["h2", "bold", "image", "embed"])).toEqual(["h2", "bold", "image", "embed"]);
});

test("an empty list allows nothing", () => {
  expect(parseRichTextFeatures([])).toEqual([]);
});

test.each([
  ["a string", "bold", /"bold"/],
  ["an unknown name", ["bold", "blink"], /"blink"/],
  ["a number", [1], /1/],
])("%s is refused by name", (_, value, message) => {
  expect(() => parseRichTextFeatures(value)).toThrow(message);
});
