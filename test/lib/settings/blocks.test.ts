// Proves contract rules: custom-blocks.

import { describe, expect, test } from "vitest";
import { customBlocks } from "#lib/settings/blocks.ts";
import { settingFrom } from "#test/support/settings.ts";

const parse = (setting: unknown) => settingFrom(customBlocks, setting);

const declare = (block: unknown) => parse({ sections: { detail: ["it"] }, blocks: { it: block } });

describe("the setting of custom blocks", () => {
  test("says nothing when it is not set", () => {
    expect(parse(undefined)).toBeUndefined();
  });

  test("offers each section the blocks that it lists, and no others", () => {
    const blocks = parse({
      sections: { overview: ["callout"], detail: ["callout", "raw"] },
      blocks: {
        callout: { type: "char", max_length: 40 },
        raw: { type: "rawhtml" },
        unused: { type: "page" },
      },
    });
    expect([...blocks!.overview.keys()]).toEqual(["callout"]);
    expect([...blocks!.detail.keys()]).toEqual(["callout", "raw"]);
    expect(blocks!.overview.get("callout")).toEqual({
      type: "char",
      required: true,
      minLength: 0,
      maxLength: 40,
    });
  });

  test("gives rich text its own features, or leaves it those of paragraphs", () => {
    const own = declare({ type: "richtext", features: ["italic"], required: false });
    expect(own!.detail.get("it")).toEqual({ type: "richtext", required: false, features: ["italic"] });
    expect(declare({ type: "richtext" })!.detail.get("it")).toMatchObject({ features: null });
  });
});

test("blocks that are nested thousands deep are refused by the name of the setting", () => {
  const levels = 5_000;
  const block = `${'{"type":"list","item":'.repeat(levels)}{"type":"char"}${"}".repeat(levels)}`;
  const setting = `{"sections":{"detail":["it"]},"blocks":{"it":${block}}}`;
  expect(() => parse(setting)).toThrow(
    "The setting SITE_POST_BODY_BLOCKS is wrong: it is nested too deeply.",
  );
});

const sections = { detail: ["it"] };

test.each([
  { name: "a text", setting: '"callout"', message: ": an object is expected." },
  { name: "no sections", setting: { blocks: {} }, message: " at sections: an object is expected." },
  { name: "no blocks", setting: { sections: {} }, message: " at blocks: an object is expected." },
  {
    name: "a member that does not exist",
    setting: { sections: {}, blocks: {}, block: {} },
    message: ': there is no member "block", only sections, blocks.',
  },
  {
    name: "a section that does not exist",
    setting: { sections: { intro: [] }, blocks: {} },
    message: ' at sections: there is no member "intro", only overview, detail.',
  },
  {
    name: "a section that is no list",
    setting: { sections: { detail: "it" }, blocks: {} },
    message: " at sections.detail: a list of block names is expected.",
  },
  {
    name: "a block that is not declared",
    setting: { sections, blocks: {} },
    message: ' at sections.detail: there is no block "it" under blocks.',
  },
  {
    name: "a name that a built-in block has",
    setting: { sections: {}, blocks: { gallery: { type: "char" } } },
    message: " at blocks.gallery: this name belongs to a built-in block.",
  },
  {
    name: "a name with a dot",
    setting: { sections: {}, blocks: { "a.b": { type: "char" } } },
    message: " at blocks.a.b: names are up to 100 letters, digits, _ and -, and begin with a letter.",
  },
])("$name is refused, with its place", ({ setting, message }) => {
  expect(() => parse(setting)).toThrow(new Error(`The setting SITE_POST_BODY_BLOCKS is wrong${message}`));
});

test.each([
  { name: "no object", block: "char", message: ": an object is expected." },
  { name: "no type", block: {}, message: ".type: expected one of char, text, richtext," },
  { name: "an inherited type", block: { type: "toString" }, message: ".type: expected one of" },
  {
    name: "a member of another type",
    block: { type: "richtext", max_length: 3 },
    message: ': there is no member "max_length", only type, required, features.',
  },
  {
    name: "required that is no boolean",
    block: { type: "page", required: 1 },
    message: ".required: expected true",
  },
  {
    name: "a length that is no number",
    block: { type: "char", max_length: "3" },
    message: ".max_length: a number is expected.",
  },
  {
    name: "an unknown feature",
    block: { type: "richtext", features: ["blink"] },
    message: '.features.0: there is no rich-text feature "blink".',
  },
  { name: "no choices", block: { type: "choice" }, message: ".choices: a list of trimmed, non-empty texts" },
  { name: "a list without an item", block: { type: "list" }, message: ".item: an object is expected." },
  { name: "a struct without fields", block: { type: "struct" }, message: ".fields: an object is expected." },
  { name: "a stream without blocks", block: { type: "stream" }, message: ".blocks: an object is expected." },
  {
    name: "something wrong deep inside",
    block: { type: "list", item: { type: "struct", fields: { a: { type: "nope" } } } },
    message: ".item.fields.a.type: expected one of",
  },
])("a block with $name is refused, with its place", ({ block, message }) => {
  expect(() => declare(block)).toThrow(`The setting SITE_POST_BODY_BLOCKS is wrong at blocks.it${message}`);
});
