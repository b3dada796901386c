// Proves contract rules: item-fields.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FieldsTree, parseFields } from "#lib/queries/fields.ts";
import { QueryError } from "#lib/queries/parameter-values.ts";
import { anyText } from "#test/support/any-text.ts";

const messageOf = (text: string): string => {
  try {
    parseFields(text);
  } catch (error) {
    if (error instanceof QueryError && error.status === 400) return error.message;
    throw error;
  }
  return "accepted";
};

const shown = (name: string, nested: FieldsTree | null = null) => ({ name, shown: true, nested });
const hidden = (name: string) => ({ name, shown: false, nested: null });

describe("fields are read as a start and the changes to it", () => {
  test.each<[string, FieldsTree]>([
    ["", { start: "defaults", changes: [] }],
    ["a,b", { start: "defaults", changes: [shown("a"), shown("b")] }],
    ["-a", { start: "defaults", changes: [hidden("a")] }],
    ["a,-a", { start: "defaults", changes: [shown("a"), hidden("a")] }],
    ["*", { start: "all", changes: [] }],
    ["*,-a", { start: "all", changes: [hidden("a")] }],
    ["*,r(x)", { start: "all", changes: [shown("r", { start: "defaults", changes: [shown("x")] })] }],
    ["_", { start: "none", changes: [] }],
    ["_,a_b,_c", { start: "none", changes: [shown("a_b"), shown("_c")] }],
    ["r(*),b", { start: "defaults", changes: [shown("r", { start: "all", changes: [] }), shown("b")] }],
    ["r(_,a)", { start: "defaults", changes: [shown("r", { start: "none", changes: [shown("a")] })] }],
    [
      "r(s(t))",
      {
        start: "defaults",
        changes: [
          shown("r", {
            start: "defaults",
            changes: [shown("s", { start: "defaults", changes: [shown("t")] })],
          }),
        ],
      },
    ],
  ])("%s", (text, tree) => {
    expect(parseFields(text)).toEqual(tree);
  });
});

describe("a mistake in fields is named, with its position", () => {
  test.each([
    ["a,,b", "unexpected char ',' at position 2"],
    ["a,", "unexpected char ',' at position 2"],
    [",a", "unexpected char ',' at position 0"],
    ["a b", "unexpected whitespace at position 1"],
    [" a", "unexpected whitespace at position 0"],
    ["a.b", "unexpected char '.' at position 1"],
    ["𝄞", "unexpected char '𝄞' at position 0"],
    ["𝒜,;", "unexpected char ';' at position 2"],
    ["a-b", "unexpected char '-' at position 1"],
    ["--a", "unexpected char '-' at position 1"],
    ["a*", "unexpected char '*' at position 1"],
    ["**", "unexpected char '*' at position 1"],
    ["*a", "unexpected char 'a' at position 1"],
    ["*(a)", "unexpected char '(' at position 1"],
    ["_(a)", "unexpected char '(' at position 1"],
    ["-r(a)", "unexpected char '(' at position 2"],
    ["r()", "unexpected char ')' at position 2"],
    ["a)", "unexpected char ')' at position 1"],
    ["r(a)b", "unexpected char 'b' at position 4"],
    ["r(a", "unexpected end of input (is a closing bracket missing?)"],
    ["r(", "unexpected end of input (is a closing bracket missing?)"],
    ["-", "unexpected end of input (is a closing bracket missing?)"],
    ["a,*", "'*' must be in the first position"],
    ["a,_", "'_' must be in the first position"],
    ["r(a,*)", "'*' must be in the first position"],
    ["-*", "'*' cannot be negated"],
    ["-_", "'_' cannot be negated"],
    ["*,a", "additional fields with '*' doesn't make sense"],
    ["_,-a", "negated fields with '_' doesn't make sense"],
  ])("%s", (text, message) => {
    expect(messageOf(text)).toBe(`fields error: ${message}`);
  });

  test("brackets in brackets without end are refused at a fixed depth", () => {
    expect(messageOf("a(".repeat(100_000))).toBe("fields error: unexpected char '(' at position 17");
  });
});

const name = fc.stringMatching(/^[a-z][a-z_]{0,5}$/);

const { tree } = fc.letrec<{ tree: FieldsTree; nested: FieldsTree | null }>((tie) => ({
  tree: fc
    .record({
      start: fc.constantFrom("defaults" as const, "all" as const, "none" as const),
      changes: fc.array(fc.record({ name, shown: fc.boolean(), nested: tie("nested") }), { maxLength: 4 }),
    })
    .filter(({ start, changes }) => start !== "defaults" || changes.length > 0)
    .filter(({ changes }) => changes.every((change) => change.shown || change.nested === null))
    .filter(({ start, changes }) => start !== "none" || changes.every((change) => change.shown))
    .filter(({ start, changes }) => start !== "all" || changes.every((c) => !c.shown || c.nested !== null)),
  nested: fc.option(tie("tree"), { depthSize: "small", maxDepth: 5 }),
}));

const write = ({ start, changes }: FieldsTree): string =>
  [
    ...{ defaults: [], all: ["*"], none: ["_"] }[start],
    ...changes.map(
      ({ name, shown, nested }) => `${shown ? "" : "-"}${name}${nested ? `(${write(nested)})` : ""}`,
    ),
  ].join(",");

test("whatever can be asked for is read as it was written", () => {
  fc.assert(
    fc.property(tree, (asked) => {
      expect(parseFields(write(asked))).toEqual(asked);
    }),
  );
});

test("any other text is refused with a 400, never with a failure", () => {
  const alphabet = fc.constantFrom(..."ab_*-(), .é\u{1d49c}");
  const text = fc.oneof(anyText(), fc.string({ unit: alphabet, maxLength: 20 }));
  fc.assert(
    fc.property(text, (text) => {
      const message = messageOf(text);
      expect(message === "accepted" || message.startsWith("fields error: ")).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
