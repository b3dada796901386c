// Proves contract rules: custom-blocks.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readCustom } from "#lib/blocks/read-section.ts";
import { writeCustom } from "#lib/blocks/write-custom.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { customCases } from "./custom-cases.ts";
import { declaredBlock } from "./declared-block.ts";

const overJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

test("what was written can be read, and sent back without a change", () => {
  let written = 0;
  fc.assert(
    fc.property(customCases, ({ block, value }) => {
      const declared = declaredBlock(block);
      const first = writeCustom(declared, overJson(value), {
        features: defaultFeatures,
        newId: countedIds(),
        path: "detail.0",
        parts: partAllowance(),
      });
      if ("problems" in first) return;
      written += 1;
      const read = readCustom(declared, overJson(first.value));
      expect(read).not.toBeUndefined();
      const second = writeCustom(declared, overJson(read), {
        features: defaultFeatures,
        newId: countedIds(),
        path: "detail.0",
        parts: partAllowance(),
      });
      if ("problems" in second) throw new Error(JSON.stringify(second.problems));
      expect(readCustom(declared, overJson(second.value))).toEqual(read);
    }),
    { numRuns: 1000, seed: 20_261_121 },
  );
  expect(written).toBeGreaterThan(200);
});

test("no value whatever makes writing or reading fail otherwise than by a refusal", () => {
  fc.assert(
    fc.property(customCases, fc.jsonValue(), ({ block }, value) => {
      const declared = declaredBlock(block);
      const written = writeCustom(declared, value, {
        features: defaultFeatures,
        newId: countedIds(),
        path: "detail.0",
        parts: partAllowance(),
      });
      if ("problems" in written)
        for (const { path } of written.problems) expect(path).toMatch(/^value(\.[\w-]+)*$/);
      const read = readCustom(declared, value);
      if (read !== undefined) expect(JSON.parse(JSON.stringify(read))).toEqual(read);
    }),
  );
});
