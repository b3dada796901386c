// Proves contract rules: stored-blocks, captions, placeholders.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSection } from "#lib/blocks/read-section.ts";
import type { StoredBlock } from "#lib/blocks/sections.ts";
import { mediaInAuthorBlocks, mediaInBody } from "#lib/blocks/stored-media.ts";
import { writeSection } from "#lib/blocks/write-section.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { mediaIds } from "#lib/media/references.ts";
import { partAllowance } from "#lib/richtext/problem.ts";

/** The caller may choose images 1 and 2, audio 3 and video 4. */
const media = { image: new Set([1, 2]), audio: new Set([3]), video: new Set([4]) };

const read = (...blocks: StoredBlock[]) => readSection("detail", blocks, { media });

const gallery = (...values: unknown[]) => ({
  type: "gallery",
  value: { layout: "default", gallery: values.map((value) => ({ id: "x", type: "item", value })) },
});

const galleryOf = (id: string, image: number): StoredBlock => ({
  type: "gallery",
  value: { layout: "default", gallery: [{ id, type: "item", value: { image, caption: "" } }] },
});

const placeholder = (stored_type: string, position = "detail.0") => ({
  type: "unsupported",
  value: { stored_type, position },
});

describe("a stored block reads", () => {
  test.each([
    ["image", 1],
    ["audio", 3],
    ["video", 4],
  ])("as the id of its %s", (type, value) => {
    expect(read({ type, value })).toEqual([{ type, value: { id: value } }]);
  });

  test("as a gallery whose captions stand on their entries, also where an image is repeated", () => {
    const stored = gallery(
      { image: 1, caption: "one" },
      { image: 2, caption: "" },
      { image: 1, caption: " " },
    );
    expect(read(stored)).toEqual([
      { type: "gallery", value: [{ id: 1, caption: "one" }, { id: 2 }, { id: 1, caption: " " }] },
    ]);
  });

  test("as a gallery where older content has integers for entries", () => {
    const value = { gallery: [1, { type: "item", value: 2 }, { image: 1 }] };
    expect(read({ type: "gallery", value })).toEqual([
      { type: "gallery", value: [{ id: 1 }, { id: 2 }, { id: 1 }] },
    ]);
  });
});

describe("a stored block reads as a placeholder", () => {
  test.each<[string, StoredBlock]>([
    ["an image that the caller may not choose", { type: "image", value: 9 }],
    ["an audio that the caller may not choose", { type: "audio", value: 1 }],
    ["a video that the caller may not choose", { type: "video", value: 3 }],
    ["an image that is none", { type: "image", value: { id: 1 } }],
    ["an image by the text of its id", { type: "image", value: "1" }],
    ["an audio without a value", { type: "audio", value: null }],
    ["a gallery that is empty", gallery()],
    ["a gallery that is a list", { type: "gallery", value: [1] }],
    ["a gallery without a value", { type: "gallery", value: null }],
    ["a gallery with an image that the caller may not choose", gallery({ image: 1, caption: "" }, 9)],
    ["a gallery with an entry that is none", gallery({ image: 1, caption: "" }, { image: "2" })],
    ["a gallery with a caption that is none", gallery({ image: 1, caption: null })],
    ["a gallery with a caption of 251 characters", gallery({ image: 1, caption: "x".repeat(251) })],
    ["an embed", { type: "embed", value: "https://video.example/1" }],
  ])("for %s", (_, block) => {
    expect(read(block)).toEqual([placeholder(block.type)]);
  });

  test("whose position is its own among the others", () => {
    const blocks = [{ type: "image", value: 1 }, { type: "image", value: 9 }, gallery(9)];
    expect(read(...blocks)).toEqual([
      { type: "image", value: { id: 1 } },
      placeholder("image", "detail.1"),
      placeholder("gallery", "detail.2"),
    ]);
  });
});

const id = fc.constantFrom(1, 2, 3, 4, 9);
const caption = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom("", "x".repeat(250), "🦆".repeat(250), "x".repeat(251)),
);
const uuid = fc.uuid();
const storedEntry = fc.record({
  id: uuid,
  type: fc.constant("item"),
  value: fc.record({ image: id, caption }),
});
const block = fc.oneof(
  fc.record({ type: fc.constantFrom("image", "audio", "video"), value: id }),
  fc.record({
    type: fc.constant("gallery"),
    value: fc.record({
      layout: fc.constantFrom("default", "wide"),
      gallery: fc.array(storedEntry, { maxLength: 3 }),
    }),
  }),
);
const olderGallery = fc.record({
  type: fc.constant("gallery"),
  value: fc.record({
    layout: fc.constant("wide"),
    gallery: fc.array(fc.oneof(id, fc.record({ type: fc.constant("item"), value: id }), storedEntry)),
  }),
});

const sentBack = (stored: readonly StoredBlock[]) => {
  const blocks = readSection("detail", stored, { media });
  return writeSection(blocks, {
    ...{ section: "detail", path: "detail", features: [] },
    ...{ stored, media, newId: countedIds(), parts: partAllowance() },
  });
};

describe("whatever is stored", () => {
  test("is stored unchanged when the read value is sent back", () => {
    fc.assert(
      fc.property(fc.array(block), (stored) => {
        expect(sentBack(stored)).toEqual({ blocks: stored, problems: [] });
      }),
    );
  });

  test("keeps the ids of its entries beside an uneditable gallery of the same images", () => {
    const stored = [gallery({ image: 1, caption: "x".repeat(251) }), galleryOf("y", 1)];
    expect(sentBack(stored)).toEqual({ blocks: stored, problems: [] });
  });

  test("of older content takes today's form when it is sent back, and reads the same", () => {
    fc.assert(
      fc.property(fc.array(olderGallery), (stored) => {
        const { blocks, problems } = sentBack(stored);
        expect(problems).toEqual([]);
        expect(readSection("detail", blocks, { media })).toEqual(readSection("detail", stored, { media }));
        expect(sentBack(blocks)).toEqual({ blocks, problems: [] });
      }),
    );
  });

  test("can be read and sent back, however malformed it is", () => {
    const type = fc.constantFrom("image", "audio", "video", "gallery");
    fc.assert(
      fc.property(fc.array(fc.record({ type, value: fc.jsonValue() })), (stored) => {
        expect(sentBack(stored).problems).toEqual([]);
      }),
    );
  });
});

describe("what an author's section refers to", () => {
  test("is found in its media blocks, as in what is stored of them", () => {
    fc.assert(
      fc.property(fc.array(block), (stored) => {
        const all = { image: new Set([1, 2, 3, 4, 9]), audio: new Set([1, 2, 3, 4, 9]) };
        const shown = readSection("detail", stored, { media: { ...all, video: all.audio } });
        const editable = stored.filter((_, index) => shown[index]?.type !== "unsupported");
        expect(mediaInAuthorBlocks(shown)).toEqual(mediaInBody([{ type: "detail", value: editable }]));
      }),
    );
  });

  test("is nothing where a block is malformed, and never an id that cannot be one", () => {
    const malformed = [null, 1, [], {}, { type: "image" }, { type: "gallery", value: { id: 1 } }];
    const ids = [0, -1, 1.5, "1", true, null, 2 ** 53].map((value) => ({
      type: "image",
      value: { id: value },
    }));
    const entries = { type: "gallery", value: [1, null, [], { id: "1" }, { id: 5 }] };
    expect(mediaInAuthorBlocks([...malformed, ...ids, entries])).toEqual([{ kind: "image", id: 5 }]);
  });

  test("can be told of any JSON", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (blocks) => {
        const { image, audio, video } = mediaIds(mediaInAuthorBlocks(blocks));
        for (const found of [...image, ...audio, ...video]) expect(Number.isSafeInteger(found)).toBe(true);
      }),
    );
  });
});
