// Proves contract rules: diff.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComparedContent, type ContentChange, contentChanges } from "#lib/pages/content-changes.ts";

/** A block of a text by its letter; `type` is the case of the letter. */
const block = (letter: string) => ({
  type: letter === letter.toUpperCase() ? "code" : "paragraph",
  key: letter,
  shown: letter,
});

const content = (overview: string, detail = "", fields = {}): ComparedContent => ({
  fields,
  sections: { overview: [...overview].map(block), detail: [...detail].map(block) },
});

const between = (from: string, to: string): string[] => {
  const [one, other] = [from, to].map((text) => content(...(text.split("|") as [string])));
  return contentChanges(one!, other!).map(({ path, kind, from: before, to: after }) =>
    [kind, path, before, after].join(" "),
  );
};

test.each([
  ["nothing", "abc|d", "abc|d", []],
  ["a block before all others", "abc", "xabc", ["added overview.0  x"]],
  ["one of three equal blocks that is removed", "axa", "xa", ["removed overview.0 a "]],
  ["a block that moves to the end", "abcd", "bcda", ["moved overview.3 overview.0 overview.3"]],
  ["a block that moves to the other section", "ab|c", "a|bc", ["moved detail.0 overview.1 detail.0"]],
  ["a block whose text changes", "abc", "axc", ["changed overview.1 b x"]],
  ["a block of another type", "abc", "aXc", ["removed overview.1 b ", "added overview.1  X"]],
  ["a change beside a new block", "abc", "axyc", ["changed overview.1 b x", "added overview.2  y"]],
])("tells %s", (_, from, to, changes) => {
  expect(between(from, to)).toEqual(changes);
});

test("tells fields that are changed, new and gone, before blocks, and takes an equal list for equal", () => {
  const from = content("a", "", { title: "One", tags: ["x"], aliases: ["/old/"] });
  const to = content("b", "", { title: "Two", tags: ["x"], source: null });
  expect(contentChanges(from, to)).toEqual([
    { path: "title", kind: "changed", from: "One", to: "Two" },
    { path: "source", kind: "added", from: null, to: null },
    { path: "aliases", kind: "removed", from: ["/old/"], to: null },
    { path: "overview.0", from_path: "overview.0", kind: "changed", from: "a", to: "b" },
  ]);
});

test("of a first revision, everything is new", () => {
  expect(
    contentChanges(null, content("a", "B", { title: "One" })).map(({ kind, path }) => [kind, path]),
  ).toEqual([
    ["added", "title"],
    ["added", "overview.0"],
    ["added", "detail.0"],
  ]);
});

/** The blocks after the changes, as the contract says how to apply them. */
const applied = (from: ComparedContent, to: ComparedContent, changes: readonly ContentChange[]) => {
  const ofBlocks = changes.filter(({ path }) => path.includes("."));
  const before = new Map(
    Object.entries(from.sections).flatMap(([section, blocks]) =>
      blocks.map(({ shown }, index): [string, unknown] => [`${section}.${index}`, shown]),
    ),
  );
  const placed = new Map<string, unknown>();
  for (const { path, from_path, kind, from: one, to: other } of ofBlocks) {
    if (kind === "moved") placed.set(path, before.get(one as string));
    else if (kind !== "removed") placed.set(path, other);
    const left = { removed: path, moved: one as string, changed: from_path!, added: "" }[kind];
    if (kind === "removed" || kind === "changed") expect(before.get(left)).toBe(one);
    before.delete(left);
  }
  return Object.fromEntries(
    Object.entries(to.sections).map(([section, blocks]) => {
      const rest = [...before].flatMap(([place, shown]) => (place.startsWith(section) ? [shown] : []));
      const all = blocks.map((_, index) => {
        const place = `${section}.${index}`;
        return placed.has(place) ? placed.get(place) : rest.shift();
      });
      return [section, [...all, ...rest]];
    }),
  );
};

const letters = fc.string({ unit: fc.constantFrom(..."abcdeABC"), maxLength: 12 });

test("whoever applies the changes to one revision gets the other, whatever was edited", () => {
  fc.assert(
    fc.property(letters, letters, letters, letters, (one, two, three, four) => {
      const [from, to] = [content(one, two), content(three, four)];
      const shown = Object.fromEntries(
        Object.entries(to.sections).map(([name, blocks]) => [name, blocks.map((each) => each.shown)]),
      );
      expect(applied(from, to, contentChanges(from, to))).toEqual(shown);
      expect(contentChanges(from, from)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("tells the moves of twenty thousand blocks in the opposite order", () => {
  const blocks = Array.from({ length: 20_000 }, (_, index) => ({
    type: "code",
    key: String(index),
    shown: index,
  }));
  const from = { fields: {}, sections: { detail: blocks } };
  const to = { fields: {}, sections: { detail: blocks.toReversed() } };
  expect(contentChanges(from, to)).toHaveLength(19_999);
});
