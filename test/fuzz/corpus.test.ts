import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { corpusOf, inputsFor } from "./inputs.ts";
import { fuzzTargets } from "./targets.ts";

describe.each(Object.entries(fuzzTargets))("the parser of %s", (name, { check }) => {
  test("takes or refuses every input of its corpus", async () => {
    const corpus = corpusOf(name);
    expect(corpus.length).toBeGreaterThan(1);
    for (const [file, input] of corpus)
      await expect(
        Promise.resolve().then(() => check(input)),
        file,
      ).resolves.toBeUndefined();
  });

  test("takes or refuses what is made from it", async () => {
    const numRuns = name === "image" ? 60 : 200;
    await fc.assert(
      fc.asyncProperty(inputsFor(name), async (input) => check(input)),
      { numRuns },
    );
  });
});
