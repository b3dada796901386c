import fc from "fast-check";
import { expect, test } from "vitest";
import { keptFeatureNames } from "#lib/richtext/features.ts";
import { readSource } from "../../../browser/admin/editor/source/read-source.ts";
import { sourceOf } from "../../../browser/admin/editor/source/write-source.ts";
import { textSchema } from "../../../browser/admin/editor/text/schema.ts";
import { anyTextsOf } from "./any-texts.ts";

const rules = {
  features: keptFeatureNames,
  nameOf: (piece: object) => ("html" in piece ? "Text" : "Block"),
};

test("any text comes back from its Markdown as the same blocks", () => {
  fc.assert(
    fc.property(anyTextsOf(textSchema(rules.features), rules.features), (texts) => {
      const { markdown, held } = sourceOf(texts, rules);
      const read = readSource(markdown, held, rules.features);
      expect(read.texts).toEqual(texts);
      expect(read).toMatchObject({ removed: [], unknown: [] });
    }),
    { numRuns: 1_000 },
  );
});
