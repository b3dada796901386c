// Proves contract rules: blocks.

import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { readSection } from "#lib/blocks/read-section.ts";
import { writeSection } from "#lib/blocks/write-section.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { blockSchemas } from "#lib/openapi/block-schemas.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { customCases } from "#test/lib/blocks/custom-cases.ts";
import { declaredBlock } from "#test/lib/blocks/declared-block.ts";

const media = { image: new Set([1, 2]), audio: new Set([3]), video: new Set([4]) };

const detailOf = (block: CustomBlock | undefined): CustomBlocks => ({
  overview: new Map(),
  detail: new Map(block ? [["it", block]] : []),
});

/** What the API shows after it has stored these blocks; undefined if it refuses them. */
const shownAfter = (blocks: readonly unknown[], custom: CustomBlocks) => {
  const written = writeSection(JSON.parse(JSON.stringify(blocks)), {
    section: "detail",
    path: "detail",
    custom,
    media,
    stored: null,
    features: defaultFeatures,
    newId: countedIds(),
    parts: partAllowance(),
  });
  if (written.problems.length > 0) return undefined;
  const stored = JSON.parse(JSON.stringify(written.blocks));
  return JSON.parse(JSON.stringify(readSection("detail", stored, { custom, media })));
};

/** The problems that a validator of JSON Schema finds in a block of the section `detail`. */
const problemsIn = (block: unknown, custom: CustomBlocks) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ components: { schemas: blockSchemas(custom) } }, "api");
  const validate = ajv.compile({ $ref: "api#/components/schemas/DetailBlock" });
  return validate(block) ? [] : validate.errors;
};

const builtIn = [
  { type: "paragraph", value: "<p>Low water</p>" },
  { type: "code", value: { language: "python", source: "print(61)" } },
  { type: "image", value: { id: 1 } },
  { type: "audio", value: { id: 3 } },
  { type: "video", value: { id: 4 } },
  { type: "gallery", value: [{ id: 1, caption: "At dawn" }, { id: 2 }] },
];

test.each(builtIn)("a block of type $type is as the document says, sent and shown", (block) => {
  const none = detailOf(undefined);
  const [shown] = shownAfter([block], none) ?? [];
  expect([problemsIn(block, none), problemsIn(shown, none)]).toEqual([[], []]);
});

test("what the API shows in the place of a block that cannot be edited is as the document says", () => {
  const none = detailOf(undefined);
  const [shown] = readSection("detail", [{ type: "map", value: 1 }], { custom: none, media });
  expect([shown?.type, problemsIn(shown, none)]).toEqual(["unsupported", []]);
});

test.each([
  { type: "gallery", value: [] },
  { type: "paragraph" },
  { type: "image", value: { id: "1" } },
  { type: "map", value: 1 },
])("the document does not know %j", (block) => {
  expect(problemsIn(block, detailOf(undefined))).not.toEqual([]);
});

test("custom blocks of a site are shown as the document says that it serves", () => {
  let shown = 0;
  fc.assert(
    fc.property(customCases, ({ block, value }) => {
      const custom = detailOf(declaredBlock(block));
      const blocks = shownAfter([{ type: "it", value }], custom);
      if (!blocks) return;
      shown += 1;
      expect(problemsIn(blocks[0], custom)).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(shown).toBeGreaterThan(60);
});
