import fc from "fast-check";
import { expect, test } from "vitest";
import { exactTerms, WordIndex } from "#lib/catalog/words/word-index.ts";

/** More pages than the index looks through again for a word that all of them have. */
const size = 5_200;

const common = ["air", "sea", "soil"];
const words = [...common, "newt", "otter"];

const change = fc.record({
  id: fc.integer({ min: 1, max: size + 4_000 }),
  words: fc.option(fc.subarray(words, { minLength: 1 })),
});
const search = fc.record({
  words: fc.subarray(words, { minLength: 1 }),
  operator: fc.constantFrom("and" as const, "or" as const),
});

test("words that most pages have are found by the pages' present words, however often they were searched for before", () => {
  const index = new WordIndex(":memory:");
  const now = new Map<number, readonly string[]>();
  let version = 0;
  const apply = (changes: readonly { readonly id: number; readonly words: readonly string[] | null }[]) => {
    const newest = [...new Map(changes.map((each) => [each.id, each])).values()];
    index.apply(newest.map((each) => ({ ...each, version: ++version })));
    for (const { id, words } of newest)
      if (words) now.set(id, words);
      else now.delete(id);
  };
  apply(Array.from({ length: size }, (_, id) => ({ id: id + 1, words: common })));

  fc.assert(
    fc.property(
      fc.array(search, { maxLength: 4 }),
      fc.array(change, { maxLength: 6 }),
      (searches, changes) => {
        for (const { words, operator } of searches) {
          const isWanted = (has: readonly string[]) =>
            operator === "and"
              ? words.every((word) => has.includes(word))
              : words.some((word) => has.includes(word));
          const expected = [...now].filter(([, has]) => isWanted(has)).map(([id]) => id);
          const found = [...index.find({ terms: exactTerms(words), operator })];
          expect(found.toSorted((one, other) => one - other)).toEqual(
            expected.toSorted((one, other) => one - other),
          );
        }
        apply(changes);
      },
    ),
    { numRuns: 60 },
  );
});
