// Proves contract rules: search.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { Section } from "#lib/blocks/sections.ts";
import { lookupIn } from "#lib/media/references.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { postWords } from "#lib/search/post-words.ts";
import { imageWith } from "#test/support/media-objects.ts";

const media = lookupIn([imageWith({ id: 1, title: "Bittern", description: "In reed" })]);
const context = { media, customBlocks: undefined };

const post = (body: readonly Section[]): PostContent => ({
  title: "",
  slug: "",
  seoTitle: "",
  searchDescription: "",
  visibleDate: "2026-01-01T00:00:00.000Z",
  tags: [],
  categories: [],
  coverImage: null,
  body,
});

const withBlock = (type: string, value: unknown) => post([{ type: "detail", value: [{ type, value }] }]);

test.each<[string, string, unknown, readonly string[]]>([
  ["a paragraph", "paragraph", "<p>low</p><p>water</p>", ["low", "water"]],
  ["code", "code", { language: "c", source: "main()" }, ["c", "main"]],
  ["an image", "image", 1, ["bittern", "in", "reed"]],
  ["an image that is gone", "image", 2, []],
  ["a gallery", "gallery", { gallery: [{ image: 1, caption: "Low" }] }, ["low", "bittern", "in", "reed"]],
  [
    "a gallery of older content",
    "gallery",
    { gallery: [{ type: "item", value: 1 }] },
    ["bittern", "in", "reed"],
  ],
  ["an audio", "audio", 1, []],
  ["an embed", "embed", "https://video.example/heron", []],
  ["a custom block that is not declared", "callout", { text: "low" }, []],
])("of %s are what is searched in it", (_, type, value, words) => {
  expect(postWords(withBlock(type, value), context)).toEqual(words);
});

describe("of a custom block are what readers see of it as text", () => {
  const leaf = <Type extends string>(type: Type, more: object = {}) => ({ type, required: true, ...more });
  const leaves = new Map(
    Object.entries({
      name: leaf("char", { minLength: 0, maxLength: 99 }),
      notes: leaf("text", { minLength: 0, maxLength: 99 }),
      rich: leaf("richtext", { features: null }),
      mood: leaf("choice", { choices: ["windy"] }),
      raw: leaf("rawhtml"),
      address: leaf("url", { minLength: 0, maxLength: 99 }),
      count: leaf("integer", { minValue: 0, maxValue: 9 }),
      day: leaf("date"),
      picture: leaf("image"),
    }),
  ) as unknown as ReadonlyMap<string, CustomBlock>;
  const struct: CustomBlock = { type: "struct", required: true, fields: leaves };
  const list: CustomBlock = { type: "list", required: true, item: struct };
  const stream: CustomBlock = { type: "stream", required: true, blocks: new Map([["facts", list]]) };
  const blocks = new Map(Object.entries({ struct, list, stream }));
  const customBlocks: CustomBlocks = { overview: new Map(), detail: blocks };
  const value = {
    ...{ name: "Low", notes: "water\nmark", rich: "<p>of <b>re</b>ed</p>", mood: "windy", raw: "<p>raw</p>" },
    ...{ address: "https://notes.example", count: 7, day: "2026-01-02", picture: 1, undeclared: "secret" },
  };
  const words = ["low", "water", "mark", "of", "reed", "windy"];

  test.each<[string, unknown]>([
    ["struct", value],
    ["list", [{ type: "item", value, id: "0f" }]],
    ["stream", [{ type: "facts", value: [{ type: "item", value, id: "0f" }], id: "1f" }]],
  ])("a %s", (type, stored) => {
    expect(postWords(withBlock(type, stored), { media, customBlocks })).toEqual(words);
    const elsewhere = post([{ type: "overview", value: [{ type, value: stored }] }]);
    expect(postWords(elsewhere, { media, customBlocks })).toEqual([]);
  });

  test("and nothing of what has another shape than declared", () => {
    fc.assert(
      fc.property(fc.constantFrom(...blocks.keys()), fc.jsonValue(), (type, stored) => {
        expect(postWords(withBlock(type, stored), { media, customBlocks })).toBeInstanceOf(Array);
      }),
    );
  });
});

test("are those of the cover's alternative text, and not of its image", () => {
  const content = { ...post([]), coverImage: { id: 1, altText: "Low water" } };
  expect(postWords(content, context)).toEqual(["low", "water"]);
});

test("are none of sections that nobody is shown", () => {
  const value = [{ type: "paragraph", value: "<p>low water</p>" }];
  expect(postWords(post([{ type: "notes", value }]), context)).toEqual([]);
});

test("are some of whatever is stored", () => {
  const type = fc.constantFrom("paragraph", "code", "image", "gallery", "x");
  const value = fc.oneof(fc.jsonValue(), fc.record({ gallery: fc.array(fc.jsonValue()) }));
  fc.assert(
    fc.property(type, value, (type, value) => {
      expect(postWords(withBlock(type, value), context)).toBeInstanceOf(Array);
    }),
  );
});
