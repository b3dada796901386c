// Proves contract rules: hidden-is-missing, blocks, stored-blocks, captions.

import { describe, expect, test } from "vitest";
import type { StoredBlock } from "#lib/blocks/sections.ts";
import { writeSection } from "#lib/blocks/write-section.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { partAllowance } from "#lib/richtext/problem.ts";

/** The caller may choose images 1 and 2, audio 3 and video 4. */
const media = { image: new Set([1, 2]), audio: new Set([3]), video: new Set([4]) };

const write = (blocks: readonly unknown[], stored: readonly StoredBlock[] | null = null) =>
  writeSection(blocks, {
    section: "detail",
    path: "detail",
    stored,
    features: [],
    media,
    newId: countedIds(),
    parts: partAllowance(),
  });

const problemsOf = (...blocks: unknown[]) =>
  write(blocks).problems.map(({ path, code }) => `${path}/${code}`);

const newId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const entry = (id: unknown, image: number, caption = "") => ({ id, type: "item", value: { image, caption } });

describe("a media block is stored", () => {
  test.each(["image", "audio", "video"] as const)("as the id of its %s", (type) => {
    const [id] = media[type];
    expect(write([{ type, value: { id, more: 1 }, id: "x" }])).toEqual({
      blocks: [{ type, value: id }],
      problems: [],
    });
  });

  test("as a gallery with its captions, empty where none is given, also when an image is there twice", () => {
    const value = [{ id: 1, caption: " <b>Low</b> water " }, { id: 2 }, { id: 1, caption: "again" }];
    expect(write([{ type: "gallery", value }]).blocks).toEqual([
      {
        type: "gallery",
        value: {
          layout: "default",
          gallery: [
            entry(newId(1), 1, " <b>Low</b> water "),
            entry(newId(2), 2),
            entry(newId(3), 1, "again"),
          ],
        },
      },
    ]);
  });
});

describe("a reference is not found", () => {
  const ids: [string, object][] = [
    ["without an id", {}],
    ["as a string", { id: "1" }],
    ["as a boolean", { id: true }],
    ["as a fraction", { id: 1.5 }],
    ["as null", { id: null }],
    ["as zero", { id: 0 }],
    ["below zero", { id: -1 }],
    ["beyond what a number can tell", { id: 2 ** 53 }],
    ["that nothing the caller may choose has", { id: 9 }],
  ];

  test.each(ids)("%s, in an image, audio or video", (_, value) => {
    const blocks = ["image", "audio", "video"].map((type) => ({ type, value }));
    expect(problemsOf(...blocks)).toEqual([
      "detail.0.value.id/not_found",
      "detail.1.value.id/not_found",
      "detail.2.value.id/not_found",
    ]);
  });

  test.each(ids)("%s, in a gallery", (_, value) => {
    expect(problemsOf({ type: "gallery", value: [{ id: 1 }, value] })).toEqual([
      "detail.0.value.1.id/not_found",
    ]);
  });

  test.each([
    ["a number", 1],
    ["a string", "1"],
    ["a list", [1]],
    ["null", null],
    ["nothing", undefined],
  ])("in %s instead of an object", (_, value) => {
    expect(problemsOf({ type: "image", value }, { type: "gallery", value: [value] })).toEqual([
      "detail.0.value.id/not_found",
      "detail.1.value.0.id/not_found",
    ]);
  });

  test("by the id of another kind", () => {
    expect(problemsOf({ type: "image", value: { id: 3 } }, { type: "audio", value: { id: 1 } })).toEqual([
      "detail.0.value.id/not_found",
      "detail.1.value.id/not_found",
    ]);
  });

  test("and named, with its id where it has one", () => {
    const blocks = [
      { type: "image", value: { id: 17 } },
      { type: "video", value: { id: "x".repeat(1000) } },
    ];
    expect(write(blocks).problems.map(({ message }) => message)).toEqual([
      "Image 17 was not found.",
      "Video was not found: its id is a positive integer.",
    ]);
  });
});

describe("a gallery is refused", () => {
  test.each([
    ["an object", { id: 1 }],
    ["a string", "1"],
    ["null", null],
    ["empty", []],
  ])("that is %s", (_, value) => {
    expect(problemsOf({ type: "gallery", value })).toEqual(["detail.0.value/invalid"]);
  });

  test.each([
    ["null", null],
    ["a number", 5],
    ["an object", {}],
    ["too long", "x".repeat(251)],
    ["too long in code points", "🦆".repeat(251)],
  ])("with a caption that is %s", (_, caption) => {
    expect(problemsOf({ type: "gallery", value: [{ id: 2 }, { id: 1, caption }] })).toEqual([
      "detail.0.value.1.caption/invalid",
    ]);
  });

  test.each([
    ["letters", "x"],
    ["characters of two code units", "🦆"],
    ["blanks", " "],
  ])("not for a caption of 250 %s", (_, character) => {
    expect(problemsOf({ type: "gallery", value: [{ id: 1, caption: character.repeat(250) }] })).toEqual([]);
  });

  test("for an image that is not found whatever its caption is", () => {
    expect(problemsOf({ type: "gallery", value: [{ id: 9, caption: null }] })).toEqual([
      "detail.0.value.0.id/not_found",
    ]);
  });
});

test("all problems of a section are reported in the order of its blocks", () => {
  const blocks = [
    { type: "gallery", value: [{ id: 9 }, { id: 1, caption: 1 }, { id: 8 }] },
    { type: "code", value: {} },
    { type: "image", value: { id: 1 } },
    { type: "audio", value: {} },
    { type: "gallery", value: [] },
  ];
  expect(problemsOf(...blocks)).toEqual([
    "detail.0.value.0.id/not_found",
    "detail.0.value.1.caption/invalid",
    "detail.0.value.2.id/not_found",
    "detail.1.value.language/required",
    "detail.1.value.source/required",
    "detail.3.value.id/not_found",
    "detail.4.value/invalid",
  ]);
});

describe("a gallery that is sent again", () => {
  const wide = { type: "gallery", value: { layout: "wide", gallery: [entry("a", 1, "one"), entry("b", 2)] } };
  const grid = { type: "gallery", value: { layout: "grid", gallery: [entry("c", 1), entry("d", 2, "two")] } };
  const sent = (...ids: number[]) => ({ type: "gallery", value: ids.map((id) => ({ id })) });

  const layouts = (blocks: readonly unknown[], stored: readonly StoredBlock[]) =>
    write(blocks, stored).blocks.map(({ value }) => (value as { layout: string }).layout);

  test("keeps its layout and its entries' ids, wherever it stands, with new captions", () => {
    const code = { type: "code", value: { language: "sh", source: "ls" } };
    const value = [{ id: 1 }, { id: 2, caption: "now" }];
    expect(write([code, { type: "gallery", value }], [wide, code]).blocks[1]).toEqual({
      type: "gallery",
      value: { layout: "wide", gallery: [entry("a", 1), entry("b", 2, "now")] },
    });
  });

  test.each([
    ["other images", sent(1)],
    ["its images in another order", sent(2, 1)],
    ["one image more", sent(1, 2, 2)],
  ])("with %s is a new one", (_, block) => {
    expect(layouts([block], [wide])).toEqual(["default"]);
  });

  test("takes the place of one stored gallery: several of the same images keep their order", () => {
    expect(layouts([sent(1, 2), sent(1, 2), sent(1, 2)], [wide, grid])).toEqual(["wide", "grid", "default"]);
  });

  test("is a new one where the stored layout is no name", () => {
    const odd = { type: "gallery", value: { layout: { name: "wide" }, gallery: [entry(7, 1)] } };
    expect(write([sent(1)], [odd]).blocks).toEqual([
      { type: "gallery", value: { layout: "default", gallery: [entry(newId(1), 1)] } },
    ]);
  });
});
