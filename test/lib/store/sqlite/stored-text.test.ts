import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textAbovePrefix } from "#lib/store/sqlite/read-items.ts";
import { itemFrom, storedText } from "#lib/store/sqlite/stored-text.ts";

const name = fc.oneof(fc.string(), fc.constantFrom("$set", "$bytes", "$$set", "$", "__proto__", "toJSON"));

const { item } = fc.letrec<{ value: unknown; item: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("item"),
  ),
  item: fc.dictionary(name, tie("value"), { noNullPrototype: true, maxKeys: 4 }),
}));

describe("the text of an item", () => {
  test("is JSON that gives it back, whatever its attributes are called", () => {
    fc.assert(
      fc.property(item, (given) => {
        expect(itemFrom(storedText(given))).toEqual(given);
      }),
    );
  });

  test("says what a set and bytes are, and leaves out what is undefined", () => {
    const given = {
      set: new Set(["a"]),
      bytes: Buffer.from("hi"),
      $set: [1],
      list: [undefined, 1],
      no: undefined,
    };
    expect(JSON.parse(storedText(given))).toEqual({
      set: { $set: ["a"] },
      bytes: { $bytes: "aGk=" },
      $$set: [1],
      list: [1],
    });
  });

  test("can be asked by SQLite itself", () => {
    using database = new DatabaseSync(":memory:");
    const ask = (path: string) =>
      database
        .prepare("SELECT ? ->> ? AS found")
        .get(storedText({ title: "Otters", page: { live: true }, tags: new Set(["a", "b"]) }), path)?.found;
    expect([ask("$.title"), ask("$.page.live"), ask('$.tags."$set"[1]')]).toEqual(["Otters", 1, "b"]);
  });
});

test("the text above a prefix is above all that begin with it, and not above others", () => {
  const bytewise = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom("a", "\u{D7FF}", "\u{E000}", "\u{10FFFF}", "\u{7F}"),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    ),
    maxLength: 4,
  });
  fc.assert(
    fc.property(text, text, (prefix, other) => {
      const above = textAbovePrefix(prefix);
      const isBelow = (sk: string) => above === undefined || bytewise(sk, above) < 0;
      expect(isBelow(prefix + other)).toBe(true);
      const isInRange = bytewise(other, prefix) >= 0 && isBelow(other);
      expect(isInRange).toBe(other.startsWith(prefix));
    }),
  );
  expect(textAbovePrefix("")).toBeUndefined();
  expect(textAbovePrefix("a\u{10FFFF}")).toBe("b");
});
