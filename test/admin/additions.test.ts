import fc from "fast-check";
import { expect, test } from "vitest";
import type { TextBlock } from "#lib/richtext/source/pieces.ts";
import { withAdditions } from "../../browser/admin/words/additions.ts";

const text = (...lines: readonly string[]): TextBlock => ({
  type: "paragraph",
  value: lines.map((line) => `<p>${line}</p>`).join(""),
});

const picture = { type: "image", value: { id: 3 } };

test.each<[string, TextBlock[], TextBlock[]]>([
  ["the same text", [text("a", "b")], [text("a"), picture, text("b")]],
  ["a text whose first line was changed", [text("A", "b")], [text("A"), picture, text("b")]],
  ["a text that has grown before it", [text("new", "a", "b")], [text("new", "a"), picture, text("b")]],
  ["a text that is gone", [], [picture]],
])("a picture behind the first of two lines comes into %s", (_, other, expected) => {
  expect(withAdditions([text("a", "b")], [text("a"), picture, text("b")], other)).toEqual(expected);
});

test("all that was added is there, and all of the other text, whatever that is", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 5 });
  fc.assert(
    fc.property(lines, lines, fc.nat(5), fc.nat(5), (before, other, one, two) => {
      const changed: TextBlock[] = before.map((line) => text(line));
      changed.splice(one % (before.length + 1), 0, picture);
      changed.splice(two % (before.length + 2), 0, { type: "video", value: { id: 4 } });
      const made = withAdditions([text(...before)], changed, [text(...other)]);
      const rest = made.filter(({ type }) => type === "paragraph").map(({ value }) => value);
      expect(rest.join("")).toBe(other.map((line) => `<p>${line}</p>`).join(""));
      expect(made.map(({ type }) => type).filter((type) => type !== "paragraph")).toHaveLength(2);
    }),
  );
});
