import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commonPlaces } from "#cli/pull/alignment.ts";
import { unifiedDiff } from "#cli/pull/unified-diff.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

/** The length of a longest common subsequence, by the table. */
const longest = (one: readonly string[], other: readonly string[]): number => {
  const table = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++)
      table[i]![j] =
        one[i - 1] === other[j - 1]
          ? table[i - 1]![j - 1]! + 1
          : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
  return table[one.length]![other.length]!;
};

test("two lists are aligned at as many places as they can be", () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const places = commonPlaces(one, other);
      for (const [at, [from, to]] of places.entries()) {
        expect(one[from]).toBe(other[to]);
        const before = places[at - 1];
        if (before) expect([from > before[0], to > before[1]]).toEqual([true, true]);
      }
      expect(places).toHaveLength(longest(one, other));
    }),
  );
});

test("lists that differ in thousands of texts agree where they begin and end", () => {
  const many = (sign: string) => [
    "first",
    ...Array.from({ length: 4000 }, (_, at) => `${sign}${at}`),
    "last",
  ];
  expect(commonPlaces(many("a"), many("b"))).toEqual([
    [0, 0],
    [4001, 4001],
  ]);
});

test("a difference is one that `git apply` takes", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-diff-"));
  try {
    const text = fc
      .array(fc.constantFrom("ice\n", "thaw\n", "\n", "heron"), { maxLength: 14 })
      .map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const diff = unifiedDiff({ name: "a.md", text: from }, { name: "a.md", text: to });
        const file = join(folder, "a.md");
        writeFileSync(file, from);
        if (from === to) expect(diff).toBe("");
        else execFileSync("git", ["apply", "-p0", "--whitespace=nowarn"], { input: diff, cwd: folder });
        expect(readFileSync(file, "utf8")).toBe(to);
      }),
      { numRuns: 60 },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
