// Proves contract rules: custom-blocks.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readCustom } from "#lib/blocks/read-custom.ts";
import { writeCustom } from "#lib/blocks/write-custom.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/part-allowance.ts";
import { declaredBlock } from "./declared-block.ts";

const leafValues = {
  char: fc.oneof(fc.string({ unit: "grapheme" }), fc.constant("a")),
  text: fc.string(),
  richtext: fc.oneof(fc.string(), fc.constantFrom("<p>a</p>", "<ul><li><b>a</ul>", "<h2>x", "")),
  rawhtml: fc.constantFrom(undefined, "", "<b>"),
  integer: fc.oneof(fc.integer(), fc.constant(null)),
  decimal: fc.oneof(fc.double(), fc.integer().map(String)),
  boolean: fc.boolean(),
  date: fc.constantFrom("2026-01-02", "2026-02-30", ""),
  datetime: fc.constantFrom("2026-01-02T03:04:05Z", "9999-12-31T23:59-10:00", "x"),
  url: fc.webUrl(),
  email: fc.emailAddress(),
  image: fc.nat(),
} as const;

interface Case {
  readonly block: object;
  readonly value: unknown;
}

const leaf: fc.Arbitrary<Case> = fc.constantFrom(...Object.entries(leafValues)).chain(([type, values]) =>
  fc.record({
    block: fc.record({ type: fc.constant(type), required: fc.boolean() }),
    value: fc.oneof({ weight: 9, arbitrary: values as fc.Arbitrary<unknown> }, fc.jsonValue({ maxDepth: 2 })),
  }),
);

const presence = fc.boolean();

/** A declaration with a value that mostly fits it. */
const { block: cases } = fc.letrec<{ block: Case }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .tuple(presence, fc.dictionary(fc.constantFrom("a", "b", "constructor"), tie("block")))
      .map(([required, members]) => ({
        block: { type: "struct", required, fields: mapped(members, ({ block }) => block) },
        value: mapped(members, ({ value }) => value),
      })),
    fc.tuple(presence, tie("block"), fc.nat(3)).map(([required, { block, value }, length]) => ({
      block: { type: "list", required, item: block },
      value: Array.from({ length }, () => value),
    })),
    fc
      .tuple(presence, fc.dictionary(fc.constantFrom("a", "b", "toString"), tie("block")))
      .map(([required, kinds]) => ({
        block: { type: "stream", required, blocks: mapped(kinds, ({ block }) => block) },
        value: Object.entries(kinds).map(([type, { value }]) => ({ type, value })),
      })),
  ),
}));

const mapped = (cases: Readonly<Record<string, Case>>, part: (of: Case) => unknown) =>
  Object.fromEntries(Object.entries(cases).map(([name, each]) => [name, part(each)]));

const overJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

test("what was written can be read, and sent back without a change", () => {
  let written = 0;
  fc.assert(
    fc.property(cases, ({ block, value }) => {
      const declared = declaredBlock(block);
      const first = writeCustom(declared, overJson(value), {
        features: defaultFeatures,
        newId: countedIds(),
        parts: partAllowance(),
      });
      if ("problems" in first) return;
      written += 1;
      const read = readCustom(declared, overJson(first.value));
      expect(read).not.toBeUndefined();
      const second = writeCustom(declared, overJson(read), {
        features: defaultFeatures,
        newId: countedIds(),
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
    fc.property(cases, fc.jsonValue(), ({ block }, value) => {
      const declared = declaredBlock(block);
      const written = writeCustom(declared, value, {
        features: defaultFeatures,
        newId: countedIds(),
        parts: partAllowance(),
      });
      if ("problems" in written)
        for (const { path } of written.problems) expect(path).toMatch(/^value(\.[\w-]+)*$/);
      const read = readCustom(declared, value);
      if (read !== undefined) expect(JSON.parse(JSON.stringify(read))).toEqual(read);
    }),
  );
});
