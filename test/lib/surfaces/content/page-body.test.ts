// Proves contract rules: body.

import { expect, test } from "vitest";
import type { StoredBlock } from "#lib/blocks/sections.ts";
import { lookupIn } from "#lib/media/references.ts";
import { pageBody } from "#lib/surfaces/content/page-body.ts";
import { audioWith, imageWith, videoWith } from "#test/support/media-objects.ts";

const media = lookupIn([
  imageWith({ id: 1 }),
  imageWith({ id: 2 }),
  audioWith({ id: 3 }),
  videoWith({ id: 4 }),
]);

const uuid = "00000000-0000-4000-8000-000000000001";

const shown = (...value: readonly StoredBlock[]): readonly unknown[] =>
  pageBody([{ type: "detail", value }], media)[0]!.value;

const itemWith = (value: unknown) => ({ type: "item", id: uuid, value });

test.each<[string, string, unknown, unknown]>([
  ["a paragraph is its stored HTML", "paragraph", "<p>a</p>", "<p>a</p>"],
  [
    "code is its language and source",
    "code",
    { language: "sh", source: "", more: 1 },
    { language: "sh", source: "" },
  ],
  ["an embed is its URL", "embed", "https://video.example/1", "https://video.example/1"],
  ["an image is an integer", "image", 1, 1],
  ["an audio is an integer", "audio", 3, 3],
  ["a video is an integer", "video", 4, 4],
  [
    "a gallery has no wrappers",
    "gallery",
    { layout: "default", gallery: [itemWith({ image: 1, caption: "Heron" }), itemWith({ image: 1 })] },
    {
      layout: "default",
      gallery: [
        { image: 1, caption: "Heron" },
        { image: 1, caption: "" },
      ],
    },
  ],
  [
    "a gallery of older content has integers",
    "gallery",
    { gallery: [itemWith(2), 1] },
    {
      layout: "default",
      gallery: [
        { image: 2, caption: "" },
        { image: 1, caption: "" },
      ],
    },
  ],
  [
    "a gallery keeps its layout",
    "gallery",
    { layout: "wide", gallery: [itemWith(1)] },
    { layout: "wide", gallery: [{ image: 1, caption: "" }] },
  ],
  [
    "a gallery loses the images that are gone",
    "gallery",
    { layout: "default", gallery: [itemWith(9), itemWith(2)] },
    { layout: "default", gallery: [{ image: 2, caption: "" }] },
  ],
  ["a custom block is as it is stored", "fact_list", [itemWith({ label: "a" })], [itemWith({ label: "a" })]],
])("%s", (_name, type, stored, value) => {
  expect(shown({ type, value: stored })).toEqual([{ type, value, id: null }]);
});

test.each<[string, string, unknown]>([
  ["an image that is gone", "image", 9],
  ["an audio under the id of an image", "audio", 1],
  ["a video that is no integer", "video", "4"],
  ["an image of no value", "image", null],
  ["a gallery without images", "gallery", { layout: "default", gallery: [] }],
  ["a gallery of images that are gone", "gallery", { layout: "default", gallery: [itemWith(9)] }],
  ["a gallery with something else in it", "gallery", { gallery: [itemWith(1), itemWith("2")] }],
  ["a gallery that is a list", "gallery", [1]],
  ["a paragraph that is no text", "paragraph", ["<p>a</p>"]],
  ["code without a source", "code", { language: "sh" }],
  ["code that is a text", "code", "ls"],
  ["an embed that is no text", "embed", { url: "https://video.example/1" }],
])("%s is left out", (_name, type, value) => {
  expect(
    shown({ type: "embed", value: "before" }, { type, value }, { type: "embed", value: "after" }),
  ).toEqual([
    { type: "embed", value: "before", id: null },
    { type: "embed", value: "after", id: null },
  ]);
});

test("sections come in their stored order with their ids, and others are left out", () => {
  const block = { type: "image", value: 1, id: "b" };
  const body = [
    { type: "detail", value: [block], id: "s" },
    { type: "aside", value: [block] },
    { type: "overview", value: [] },
  ];
  expect(pageBody(body, media)).toEqual([
    { type: "detail", value: [block], id: "s" },
    { type: "overview", value: [], id: null },
  ]);
});
