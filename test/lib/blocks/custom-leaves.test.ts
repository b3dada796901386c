// Proves contract rules: custom-blocks, rich-text.

import { describe, expect, test } from "vitest";
import { readCustom } from "#lib/blocks/read-section.ts";
import { writeCustom } from "#lib/blocks/write-custom.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { declaredBlock } from "./declared-block.ts";

const write = (block: object, value: unknown) => {
  const written = writeCustom(declaredBlock(block), value, {
    features: defaultFeatures,
    newId: countedIds(),
    path: "detail.0",
    parts: partAllowance(),
  });
  return "value" in written ? written.value : written.problems.map(({ path, code }) => `${path}/${code}`);
};

const types = {
  char: "char",
  text: "text",
  url: "url",
  email: "email",
  integer: "integer",
  decimal: "decimal",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  image: "image",
} as const;

describe("accepted leaves", () => {
  test.each([
    { type: types.char, value: " two words ", stored: "two words" },
    { type: types.text, value: "one\n two", stored: "one\n two" },
    { type: types.url, value: "https://example.org/a?b=1#c", stored: "https://example.org/a?b=1#c" },
    { type: types.email, value: "ada@example.org", stored: "ada@example.org" },
    { type: types.integer, value: -3, stored: -3 },
    { type: types.integer, value: 0, stored: 0 },
    { type: types.decimal, value: 1.5, stored: "1.5" },
    { type: types.decimal, value: "12.50", stored: "12.50" },
    { type: types.boolean, value: false, stored: false },
    { type: types.date, value: "2024-02-29", stored: "2024-02-29" },
    { type: types.datetime, value: "2026-01-02T03:04:05+01:00", stored: "2026-01-02T02:04:05.000Z" },
    { type: types.datetime, value: "2026-01-02 03:04", stored: "2026-01-02T03:04:00.000Z" },
    { type: types.image, value: 7, stored: 7 },
    { type: "audio", value: 7, stored: 7 },
    { type: "video", value: 7, stored: 7 },
    { type: "page", value: 7, stored: 7 },
  ])("$type takes $value", ({ type, value, stored }) => {
    expect(write({ type }, value)).toEqual(stored);
    expect(readCustom(declaredBlock({ type }), stored)).toEqual(stored);
  });

  test("a choice takes what it offers", () => {
    expect(write({ type: "choice", choices: ["hen", "cock"] }, "cock")).toBe("cock");
  });
});

describe("refused leaves", () => {
  test.each([
    { block: { type: "char" }, value: ["a"], code: "invalid" },
    { block: { type: "char" }, value: { a: 1 }, code: "invalid" },
    { block: { type: "text" }, value: "\ud800", code: "invalid" },
    { block: { type: "text" }, value: "a\0b", code: "invalid" },
    { block: { type: "char", max_length: 3 }, value: "four", code: "invalid" },
    { block: { type: "char", min_length: 3 }, value: "ab", code: "invalid" },
    { block: { type: "char" }, value: " ", code: "required" },
    { block: { type: "char" }, value: null, code: "required" },
    { block: { type: "char" }, value: undefined, code: "required" },
    { block: { type: "url" }, value: "javascript:alert(1)", code: "invalid" },
    { block: { type: "url" }, value: "/relative", code: "invalid" },
    { block: { type: "url" }, value: "https://", code: "invalid" },
    { block: { type: "email" }, value: "ada", code: "invalid" },
    { block: { type: "email" }, value: "ada@example", code: "invalid" },
    { block: { type: "integer" }, value: 1.5, code: "invalid" },
    { block: { type: "integer" }, value: true, code: "invalid" },
    { block: { type: "integer" }, value: "1", code: "invalid" },
    { block: { type: "integer", min_value: 2 }, value: 1, code: "invalid" },
    { block: { type: "decimal", max_value: 2 }, value: "2.1", code: "invalid" },
    { block: { type: "decimal" }, value: "1e3", code: "invalid" },
    { block: { type: "boolean" }, value: 1, code: "invalid" },
    { block: { type: "boolean" }, value: null, code: "required" },
    { block: { type: "date" }, value: "2026-02-30", code: "invalid" },
    { block: { type: "date" }, value: "2026-01-02T00:00:00Z", code: "invalid" },
    { block: { type: "datetime" }, value: "2026-01-02", code: "invalid" },
    { block: { type: "datetime" }, value: "2026-01-02T25:00", code: "invalid" },
    { block: { type: "choice", choices: ["hen"] }, value: "cock", code: "invalid_choice" },
    { block: { type: "choice", choices: ["hen"] }, value: ["hen"], code: "invalid_choice" },
    { block: { type: "choice", choices: ["hen"] }, value: "", code: "required" },
    { block: { type: "image" }, value: 0, code: "invalid" },
    { block: { type: "image" }, value: { id: 1 }, code: "invalid" },
    { block: { type: "page" }, value: "1", code: "invalid" },
    { block: { type: "page" }, value: null, code: "required" },
    { block: { type: "richtext" }, value: "", code: "required" },
    { block: { type: "richtext" }, value: 3, code: "invalid" },
    { block: { type: "richtext" }, value: "<embed>", code: "inline_embed" },
    { block: { type: "rawhtml" }, value: "<b>x</b>", code: "invalid" },
    { block: { type: "rawhtml" }, value: "", code: "invalid" },
    { block: { type: "rawhtml", required: false }, value: undefined, code: "invalid" },
  ])("$block.type refuses $value with $code", ({ block, value, code }) => {
    expect(write(block, value)).toEqual([`value/${code}`]);
  });
});

test.each([
  { type: "char", empty: "" },
  { type: "url", empty: "" },
  { type: "richtext", empty: "" },
  { type: "boolean", empty: false },
  { type: "integer", empty: null },
  { type: "date", empty: null },
  { type: "page", empty: null },
  { type: "struct", fields: {}, empty: null },
  { type: "list", item: { type: "char" }, empty: [] },
  { type: "stream", blocks: {}, empty: [] },
])("an optional $type that is left out, or null, has its default", ({ empty, ...block }) => {
  const optional = { ...block, required: false };
  expect(write(optional, undefined)).toEqual(empty);
  expect(write(optional, null)).toEqual(empty);
  expect(readCustom(declaredBlock(optional), empty)).toEqual(empty);
});

test("rich text is rebuilt from its own features, and empty optional rich text stays empty", () => {
  const bold = { type: "richtext", features: ["bold"], required: false };
  expect(write(bold, '<p onclick="x()"><b>b</b> <i>i</i></p>')).toBe("<p><b>b</b> i</p>");
  expect(write(bold, "")).toBe("");
});
