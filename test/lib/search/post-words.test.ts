// Proves contract rules: search.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Section } from "#lib/blocks/stored.ts";
import { lookupIn } from "#lib/media/references.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { postWords } from "#lib/search/post-words.ts";
import { imageWith } from "#test/support/media-objects.ts";

const media = lookupIn([imageWith({ id: 1, title: "Bittern", description: "In reed" })]);

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
  ["a custom block", "callout", { text: "low" }, []],
])("of %s are what is searched in it", (_, type, value, words) => {
  expect(postWords(withBlock(type, value), media)).toEqual(words);
});

test("are those of the cover's alternative text, and not of its image", () => {
  const content = { ...post([]), coverImage: { id: 1, altText: "Low water" } };
  expect(postWords(content, media)).toEqual(["low", "water"]);
});

test("are none of sections that nobody is shown", () => {
  const value = [{ type: "paragraph", value: "<p>low water</p>" }];
  expect(postWords(post([{ type: "notes", value }]), media)).toEqual([]);
});

test("are some of whatever is stored", () => {
  const type = fc.constantFrom("paragraph", "code", "image", "gallery", "x");
  const value = fc.oneof(fc.jsonValue(), fc.record({ gallery: fc.array(fc.jsonValue()) }));
  fc.assert(
    fc.property(type, value, (type, value) => {
      expect(postWords(withBlock(type, value), media)).toBeInstanceOf(Array);
    }),
  );
});
