// Proves contract rules: custom-blocks.

import { expect, test } from "vitest";
import { mapMedia } from "#lib/blocks/custom-block.ts";
import { declaredBlock } from "./declared-block.ts";

const block = declaredBlock({
  type: "struct",
  fields: {
    name: { type: "char" },
    cards: { type: "list", item: { type: "image" } },
    mixed: { type: "stream", blocks: { film: { type: "video" }, sound: { type: "audio" } } },
  },
});

/** The value with every place at which media are declared, as `kind at path`. */
const places = (form: "written" | "stored", value: unknown) =>
  mapMedia(block, value, ["value"], {
    form,
    replace: (kind, found, at) => `${kind} ${JSON.stringify(found)} at ${at.join(".")}`,
  });

const mixed = [
  { type: "film", value: 3, id: "c" },
  { type: "sound", value: { key: "d" } },
];
const mixedPlaces = [
  { type: "film", value: "video 3 at value.mixed.0.value", id: "c" },
  { type: "sound", value: 'audio {"key":"d"} at value.mixed.1.value' },
];

test("media are replaced where authors write them, and everything else stays", () => {
  expect(places("written", { name: "1", cards: [1, null], mixed, more: [5] })).toEqual({
    name: "1",
    cards: ["image 1 at value.cards.0", "image null at value.cards.1"],
    mixed: mixedPlaces,
    more: [5],
  });
});

test("media are replaced where they are stored, beside types and ids", () => {
  expect(places("stored", { name: "1", cards: [{ type: "item", value: 1, id: "a" }], mixed })).toEqual({
    name: "1",
    cards: [{ type: "item", value: "image 1 at value.cards.0.value", id: "a" }],
    mixed: mixedPlaces,
  });
});

test.each<[string, unknown]>([
  ["a text instead of a struct", "text"],
  ["a list instead of a struct", [1]],
  ["maps instead of lists", { cards: {}, mixed: { type: "film", value: 1 } }],
  ["children of unknown types, and none", { mixed: [{ type: "gone", value: 1 }, 2, { type: "film" }] }],
  ["an item that is no map", { cards: [1, { type: "item" }] }],
])("%s: what is not of the declared shape stays as it is", (_name, value) => {
  expect(places("stored", value)).toEqual(value);
});
