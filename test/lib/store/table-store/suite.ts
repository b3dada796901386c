import { describe, expect, test } from "vitest";
import { type DatabaseMeter, metered, newDatabaseMeter } from "#lib/database-meter.ts";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "#lib/store/condition-errors.ts";
import {
  above,
  absent,
  all,
  any,
  atLeast,
  atMost,
  below,
  contains,
  equal,
  exists,
  ImpossibleWrite,
  isNew,
  present,
  type SingleWrite,
  sizeBelow,
  type TableStore,
  type Write,
  type WriteCondition,
} from "#lib/store/port/table-store.ts";
import type { Key } from "#lib/store/table.ts";
import { itemsOf, keyIn, ownPartition } from "./partitions.ts";

const bytes = (...values: readonly number[]) => Buffer.from(values);

/** One attribute of each type. */
const ofEachType = {
  text: "reed \u{1F426} é",
  number: 5,
  truth: false,
  nothing: null,
  bytes: bytes(1, 2, 3),
  list: ["a", 1, null, { x: 1 }],
  map: { inner: { deep: 1, texts: new Set(["x"]) }, "a b": "c", $set: [1], $$: { $bytes: "AA==" } },
  texts: new Set(["a", "b"]),
  numbers: new Set([1, 2.5]),
  emptyText: "",
  emptyList: [],
  emptyMap: {},
  emptyBytes: bytes(),
  $set: "no set",
};

/** What every implementation promises; it may be asked of a table that others use, too. */
export const describeTableStore = (name: string, store: () => TableStore): void => {
  const write = (given: SingleWrite) => store().write(given);
  const get = (sk: string, attributes?: readonly string[]) => store().get(keyIn(sk), attributes);
  const counting = async <Result>(work: () => Promise<Result>): Promise<[Result, DatabaseMeter]> => {
    const meter = newDatabaseMeter();
    return [await metered(meter, work), meter];
  };
  const refused = expect.objectContaining({ name: "ConditionalCheckFailedException" });

  describe(`a table in ${name}`, () => {
    test("gives an item as it was put, with values of all types, and parts of it", async () => {
      await write({ put: { ...keyIn("all"), ...ofEachType, absent: undefined, inList: [undefined, 1] } });
      expect(await get("all")).toEqual({ ...keyIn("all"), ...ofEachType, inList: [1] });
      expect(await get("all", ["text", "numbers", "none"])).toEqual({
        text: ofEachType.text,
        numbers: ofEachType.numbers,
      });
      expect(await get("all", ["none"])).toEqual({});
      expect(await get("missing")).toBeUndefined();
      expect(await get("missing", ["text"])).toBeUndefined();
    });

    test("keeps an attribute that is called __proto__, and one in a map", async () => {
      const odd = JSON.parse('{"__proto__":{"a":1},"map":{"__proto__":5}}');
      await write({ put: { ...keyIn("odd name"), ...odd } });
      const found = await get("odd name");
      const valueIn = (given: unknown) => Object.getOwnPropertyDescriptor(given, "__proto__")?.value;
      expect([valueIn(found), valueIn(found!.map)]).toEqual([{ a: 1 }, 5]);
    });

    test("keeps keys and names with any characters apart", async () => {
      const names = [
        "odd",
        "odd\0",
        "odd\0a",
        "odd\0b",
        "odd\u{1F426}",
        'odd"',
        "odd\\",
        "odd'",
        "odd%",
        "ODD",
      ];
      for (const sk of names) await write({ put: { ...keyIn(sk), constructor: 1, [sk]: sk } });
      const found = await store().getMany(names.map((sk) => keyIn(sk)));
      expect(found).toEqual(names.map((sk) => ({ ...keyIn(sk), constructor: 1, [sk]: sk })));
    });

    test("gives many items in the order of their keys", async () => {
      for (const sk of ["a", "b"]) await write({ put: { ...keyIn(sk), name: sk } });
      const found = await store().getMany(["b", "none", "a", "b"].map((sk) => keyIn(sk)));
      expect(found.map((item) => item?.name)).toEqual(["b", undefined, "a", "b"]);
      expect(await store().getMany([])).toEqual([]);
      expect(await store().getMany([keyIn("a"), keyIn("a")])).toHaveLength(2);
      const many = Array.from({ length: 150 }, (_, index) => keyIn(`many ${index}`));
      const [all, meter] = await counting(() => store().getMany([...many, keyIn("a")]));
      expect(all.filter((item) => item)).toHaveLength(1);
      expect(meter.requests).toBe(2);
      const [same, once] = await counting(() => store().getMany(Array(101).fill(keyIn("a"))));
      expect([same.length, once.requests]).toEqual([101, 1]);
    });

    test("replaces an item whole, and deletes it, whether it is there or not", async () => {
      expect(await write({ put: { ...keyIn("one"), a: 1 } })).toBeUndefined();
      await write({ put: { ...keyIn("one"), b: 2 } });
      expect(await get("one")).toEqual({ ...keyIn("one"), b: 2 });
      for (let turn = 0; turn < 2; turn++) expect(await write({ delete: keyIn("one") })).toBeUndefined();
      expect(await get("one")).toBeUndefined();
    });

    test("updates attributes, makes an item that is not there, and gives what it has changed", async () => {
      const key = keyIn("changed");
      const update = (changes: object) => write({ update: key, changes });
      expect(await update({ set: { a: 1, b: undefined }, add: { count: 2, names: new Set(["x"]) } })).toEqual(
        {
          a: 1,
          count: 2,
          names: new Set(["x"]),
        },
      );
      expect(await update({ add: { count: -3, names: new Set(["x", "y"]) }, set: { a: [1] } })).toEqual({
        a: [1],
        count: -1,
        names: new Set(["x", "y"]),
      });
      expect(await update({ take: { names: new Set(["x", "z"]), none: new Set([1]) } })).toEqual({
        names: new Set(["y"]),
      });
      expect(await update({ take: { names: new Set(["y"]) }, remove: ["a", "none"] })).toEqual({});
      expect(await get("changed")).toEqual({ ...key, count: -1 });
    });

    test("adds numbers as they are written in decimals", async () => {
      const key = keyIn("sum");
      const add = (n: number) => write({ update: key, changes: { add: { n } } });
      await add(0.1);
      expect(await add(0.2)).toEqual({ n: 0.3 });
      await write({ update: key, changes: { set: { n: 1e20 } } });
      expect(await add(-1e20)).toEqual({ n: 0 });
      expect(await add(-1.5e-7)).toEqual({ n: -1.5e-7 });
      await write({ update: key, changes: { set: { n: 1e100 } } });
      await expect(add(1)).rejects.toThrow(ImpossibleWrite);
      await write({ update: key, changes: { set: { n: 9.9e125 } } });
      await expect(add(9.9e125)).rejects.toThrow(ImpossibleWrite);
    });

    test.each<[string, object]>([
      ["a number to a text", { add: { text: 1 } }],
      ["texts to a number", { add: { number: new Set(["a"]) } }],
      ["texts to numbers", { add: { numbers: new Set(["a"]) } }],
      ["a number to nothing", { add: { nothing: 1 } }],
    ])("refuses to add %s, and writes nothing", async (title, changes) => {
      const key = keyIn(`refused ${title}`);
      await write({ put: { ...key, ...ofEachType } });
      await expect(write({ update: key, changes })).rejects.toThrow(ImpossibleWrite);
      const other = keyIn(`${title} beside`);
      await expect(store().transact([{ put: other }, { update: key, changes }])).rejects.toThrow(
        ImpossibleWrite,
      );
      // A condition that does not hold comes first.
      await expect(write({ update: key, changes, if: isNew })).rejects.toEqual(refused);
      expect(await store().getMany([key, other])).toEqual([{ ...key, ...ofEachType }, undefined]);
    });

    test("refuses to take members from what is no such set", async () => {
      const key = keyIn("taken");
      await write({ put: { ...key, ...ofEachType } });
      for (const take of [{ number: new Set([1]) }, { texts: new Set([1]) }, { list: new Set(["a"]) }])
        await expect(write({ update: key, changes: { take } })).rejects.toThrow(ImpossibleWrite);
    });

    const conditions: readonly (readonly [WriteCondition, boolean])[] = [
      [exists, true],
      [isNew, false],
      [present("map.inner.deep"), true],
      [present("map.inner.none"), false],
      [present("text.length"), false],
      [present("list.0"), false],
      [present("nothing"), true],
      [absent("none"), true],
      [absent("none.of.it"), true],
      [absent("constructor"), true],
      [equal("text", ofEachType.text), true],
      [equal("text", "reed"), false],
      [equal("number", 5), true],
      [equal("number", "5"), false],
      [equal("none", 5), false],
      [equal("truth", false), true],
      [equal("truth", true), false],
      [equal("truth", 0), false],
      [equal("nothing", null), true],
      [equal("none", null), false],
      [equal("bytes", bytes(1, 2, 3)), true],
      [equal("bytes", bytes(1, 2)), false],
      [equal("list", ["a", 1, null, { x: 1 }]), true],
      [equal("list", ["a", 1, null]), false],
      [equal("map", { ...ofEachType.map }), true],
      [equal("emptyMap", { x: undefined }), true],
      [equal("map.inner", { texts: new Set(["x"]), deep: 1 }), true],
      [equal("texts", new Set(["b", "a"])), true],
      [equal("texts", new Set(["a"])), false],
      [equal("texts", ["a", "b"]), false],
      [equal("numbers", new Set([2.5, 1])), true],
      [equal("emptyList", []), true],
      [equal("emptyText", ""), true],
      [below("number", 6), true],
      [below("number", 5), false],
      [below("number", "6"), false],
      [atMost("number", 5), true],
      [atMost("number", 4.9), false],
      [above("number", 4), true],
      [above("none", 4), false],
      [atLeast("number", 5), true],
      [atLeast("nothing", 0), false],
      [above("text", "reed "), true],
      // Behind all characters of two bytes of UTF-16, before which JavaScript would put it.
      [above("text", "reed \u{FFFD}"), true],
      [below("text", "reed \u{1F427}"), true],
      [below("bytes", bytes(1, 2, 4)), true],
      [above("bytes", bytes(1, 2)), true],
      [above("truth", 0), false],
      [sizeBelow("text", 10), true],
      [sizeBelow("text", 9), false],
      [sizeBelow("bytes", 4), true],
      [sizeBelow("bytes", 3), false],
      [sizeBelow("list", 5), true],
      [sizeBelow("list", 4), false],
      [sizeBelow("map", 5), true],
      [sizeBelow("texts", 3), true],
      [sizeBelow("texts", 2), false],
      [sizeBelow("emptyList", 1), true],
      [sizeBelow("number", 99), false],
      [sizeBelow("truth", 99), false],
      [sizeBelow("none", 99), false],
      [contains("text", "\u{1F426}"), true],
      [contains("text", "ree"), true],
      [contains("text", "x"), false],
      [contains("text", 5), false],
      [contains("bytes", bytes(2, 3)), true],
      [contains("bytes", "2"), false],
      [contains("list", "a"), true],
      [contains("list", null), true],
      [contains("list", { x: 1 }), true],
      [contains("list", 2), false],
      [contains("texts", "b"), true],
      [contains("texts", 1), false],
      [contains("numbers", 2.5), true],
      [contains("number", 5), false],
      [contains("map", "inner"), false],
      [contains("none", "a"), false],
      [all(exists, equal("number", 5)), true],
      [all(exists, equal("number", 4)), false],
      [any(isNew, equal("number", 5)), true],
      [any(isNew, equal("number", 4)), false],
      [any(all(isNew, equal("number", 5)), all(exists, any(below("number", 1), present("map.a b")))), true],
    ];

    test("writes if a condition holds, and only then, whatever types meet in it", async () => {
      const key = keyIn("conditions");
      await write({ put: { ...key, ...ofEachType } });
      const wrong: unknown[] = [];
      for (const [condition, holds] of conditions) {
        const done = await write({ update: key, changes: { add: { tried: 1 } }, if: condition }).then(
          () => true,
          (error) => {
            if (error instanceof ConditionalCheckFailedException) return false;
            throw error;
          },
        );
        if (done !== holds) wrong.push(condition);
      }
      expect(wrong).toEqual([]);
      const held = conditions.filter(([, holds]) => holds).length;
      expect(await get("conditions", ["tried"])).toEqual({ tried: held });
    });

    test("has no attribute of an item that is not there", async () => {
      const key = keyIn("not there");
      for (const condition of [exists, equal("a", 1), sizeBelow("a", 1), present("a")])
        await expect(write({ put: key, if: condition })).rejects.toEqual(refused);
      await expect(write({ delete: key, if: exists })).rejects.toEqual(refused);
      await write({ put: key, if: all(isNew, absent("a.b")) });
      await expect(write({ put: key, if: isNew })).rejects.toEqual(refused);
      await write({ delete: key, if: exists });
      await write({ update: key, changes: { set: { a: 1 } }, if: isNew });
      expect(await get("not there")).toEqual({ ...key, a: 1 });
    });

    describe("a transaction", () => {
      const reasonsOf = async (writes: readonly Write[]) => {
        const error = await store()
          .transact(writes)
          .catch((caught) => caught);
        expect(error).toBeInstanceOf(TransactionCanceledException);
        return (error as TransactionCanceledException).reasons.map(({ Code }) => Code);
      };

      test("is done whole, or not at all with a reason for each write", async () => {
        const [one, two, three] = ["1", "2", "3"].map((sk) => keyIn(`transaction ${sk}`));
        await store().transact([
          { put: { ...one!, n: 1 }, if: isNew },
          { update: two!, changes: { add: { n: 2 } } },
          { delete: three!, if: isNew },
          { check: keyIn("transaction 4"), if: isNew },
        ]);
        const before = [{ ...one, n: 1 }, { ...two, n: 2 }, undefined];
        expect(await store().getMany([one!, two!, three!])).toEqual(before);
        expect(
          await reasonsOf([
            { put: { ...one!, n: 9 } },
            { update: two!, changes: { add: { n: 9 } }, if: equal("n", 3) },
            { put: three! },
            { check: keyIn("transaction 4"), if: exists },
          ]),
        ).toEqual(["None", "ConditionalCheckFailed", "None", "ConditionalCheckFailed"]);
        expect(await store().getMany([one!, two!, three!])).toEqual(before);
        expect(await reasonsOf([{ check: one!, if: isNew }])).toEqual(["ConditionalCheckFailed"]);
      });

      test("sees no write of another one between its conditions and its writes", async () => {
        const key = keyIn("raced");
        await write({ put: { ...key, version: 0 } });
        const raise = (from: number) =>
          store().transact([
            { update: key, changes: { set: { version: from + 1 } }, if: equal("version", from) },
            { put: { ...keyIn(`raced ${from}`) } },
          ]);
        const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => raise(0)));
        expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        expect(await get("raced")).toEqual({ ...key, version: 1 });
      });

      test("of up to 100 items of 4 MB together is possible", async () => {
        const items = Array.from({ length: 100 }, (_, index) => ({
          ...keyIn(`large ${index}`),
          text: "x".repeat(41_000),
        }));
        await store().transact(items.map((put) => ({ put, if: isNew })));
        expect(await store().getMany(items.map(({ pk, sk }) => ({ pk, sk })))).toEqual(items);
      });
    });

    describe("refuses, as DynamoDB does,", () => {
      const key = keyIn("impossible");
      const transaction = (writes: readonly Write[]) => () => store().transact(writes);
      const deep = (levels: number): unknown => (levels === 0 ? "x" : { a: deep(levels - 1) });
      test.each<[string, () => Promise<unknown>]>([
        ["an item of more than 400 KB", () => write({ put: { ...key, text: "x".repeat(409_600) } })],
        ["an empty partition key", () => write({ put: { ...key, pk: "" } })],
        ["an empty sort key", () => write({ delete: { ...key, sk: "" } })],
        ["a key that is no text", () => write({ put: { ...key, sk: 1 as unknown as string } })],
        ["a partition key of 2,049 bytes", () => write({ put: { ...key, pk: `${"é".repeat(1_024)}x` } })],
        [
          "a sort key of 1,025 bytes",
          () => write({ update: { ...key, sk: "x".repeat(1_025) }, changes: {} }),
        ],
        ["an empty set", () => write({ put: { ...key, set: new Set() } })],
        ["an empty set inside", () => write({ put: { ...key, list: [{ set: new Set() }] } })],
        ["a set of two types", () => write({ put: { ...key, set: new Set<unknown>(["a", 1]) } })],
        ["a number that is too large", () => write({ put: { ...key, n: 1e126 } })],
        ["a number that is too small", () => write({ put: { ...key, n: 1e-131 } })],
        ["a number that is none", () => write({ put: { ...key, n: Number.NaN } })],
        ["33 levels", () => write({ put: { ...key, deep: deep(32) } })],
        ["an attribute without a name", () => write({ put: { ...key, "": 1 } })],
        ["a value of another type", () => write({ put: { ...key, value: () => 1 } })],
        ["a date", () => write({ put: { ...key, value: new Date(0) } })],
        ["a change of a key", () => write({ update: key, changes: { set: { sk: "other" } } })],
        [
          "two changes of one attribute",
          () => write({ update: key, changes: { set: { a: 1 }, remove: ["a"] } }),
        ],
        ["an order of truth values", () => write({ put: key, if: above("a", true) })],
        ["a query of no items", () => itemsOf(store().query({ pk: ownPartition(), limit: 0 }))],
        ["a query of an empty prefix", () => itemsOf(store().query({ pk: ownPartition(), prefix: "" }))],
        [
          "a query with two bounds",
          () => itemsOf(store().query({ pk: ownPartition(), prefix: "a", after: "a" })),
        ],
        ["a read by a key with other attributes", () => store().getMany([{ ...key, other: 1 } as Key])],
        [
          "an update by a key with other attributes",
          () => write({ update: { ...key, other: 1 } as Key, changes: { set: { a: 1 } } }),
        ],
        ["a look at no attributes", () => store().get(key, [])],
        ["a look at an attribute twice", () => store().get(key, ["a", "a"])],
        ["a look at an attribute without a name", () => store().get(key, [""])],
        ["a query of no attributes", () => itemsOf(store().query({ pk: ownPartition(), attributes: [] }))],
        [
          "a query without a value that no table takes",
          () => itemsOf(store().query({ pk: ownPartition(), without: { attribute: "a", value: new Set() } })),
        ],
        ["a check outside of transactions", () => write({ check: key, if: isNew } as Write as SingleWrite)],
        ["a transaction without writes", transaction([])],
        ["101 writes", transaction(Array.from({ length: 101 }, (_, n) => ({ put: keyIn(`i${n}`) })))],
        ["an item twice in a transaction", transaction([{ put: key }, { check: key, if: isNew }])],
        [
          "more than 4 MB in a transaction",
          transaction(
            Array.from({ length: 11 }, (_, n) => ({ put: { ...keyIn(`i${n}`), text: "x".repeat(390_000) } })),
          ),
        ],
        [
          "an item that an update makes too large",
          async () => {
            const large = keyIn("nearly too large");
            await write({ put: { ...large, text: "x".repeat(400_000) } });
            return write({ update: large, changes: { set: { more: "x".repeat(10_000) } } });
          },
        ],
      ])("%s", async (_, attempt) => {
        await expect(attempt()).rejects.toThrow(ImpossibleWrite);
        expect(await get("impossible")).toBeUndefined();
      });

      const impossibleKeys: readonly Key[] = [
        { ...key, pk: "" },
        { ...key, sk: "" },
        { ...key, pk: "x".repeat(2_049) },
        { ...key, sk: "x".repeat(1_025) },
      ];
      test("and before it is asked, to read a key that no item can have", async () => {
        for (const impossible of impossibleKeys) {
          const reads = [
            () => store().get(impossible),
            () => store().getMany([impossible]),
            () => store().getMany([key, impossible]),
            ...["prefix", "after", "through"].map(
              (bound) => () => itemsOf(store().query({ pk: impossible.pk, [bound]: impossible.sk })),
            ),
          ];
          for (const read of reads) {
            const [error, meter] = await counting(() => read().catch((caught) => caught));
            expect([error, meter.requests]).toEqual([expect.any(ImpossibleWrite), 0]);
          }
        }
      });

      test("nothing at its limits", async () => {
        const limits = { ...keyIn("x".repeat(1_024)), deep: deep(31), small: 1e-130, large: -9.99e125 };
        await write({ put: limits });
        expect(await store().get(keyIn("x".repeat(1_024)))).toEqual(limits);
        const size = 409_600 - 2 - ownPartition().length - 2 - "full".length - "t".length;
        await write({ put: { ...keyIn("full"), t: "x".repeat(size) } });
        await expect(write({ put: { ...keyIn("full"), t: "x".repeat(size + 1) } })).rejects.toThrow(
          ImpossibleWrite,
        );
      });
    });

    describe("a query", () => {
      const pk = `${ownPartition()} query`;
      // In the order of the bytes of UTF-8, which is not JavaScript's for the last two.
      const names = ["B", "C", "a", "a#1", "a#10", "a#2", "ad", "d", "é", "\u{FFFD}x", "\u{1F426}"];
      const ask = (more: object = {}) => itemsOf(store().query({ pk, ...more }));

      test("gives the items of a partition in the order of their keys' bytes, in a range, both ways", async () => {
        for (const sk of [...names].reverse()) await write({ put: { pk, sk, name: sk } });
        await write({ put: { pk: `${pk}2`, sk: "a" } });
        const keysOf = async (more: object = {}) => (await ask(more)).map(({ sk }) => sk);
        expect(await keysOf()).toEqual(names);
        expect(await keysOf({ backwards: true })).toEqual([...names].reverse());
        for (const bound of [...names, "0", "a#", "zz", "\u{10FFFF}"]) {
          const compare = (sk: string) => Buffer.compare(Buffer.from(sk), Buffer.from(bound));
          const ranges = {
            prefix: names.filter((sk) => sk.startsWith(bound)),
            after: names.filter((sk) => compare(sk) > 0),
            through: names.filter((sk) => compare(sk) <= 0),
          };
          for (const [range, expected] of Object.entries(ranges)) {
            expect([range, bound, await keysOf({ [range]: bound })]).toEqual([range, bound, expected]);
            expect(await keysOf({ [range]: bound, backwards: true, limit: 2 })).toEqual(
              expected.toReversed(),
            );
            expect(await keysOf({ [range]: bound, limit: 3 })).toEqual(expected);
          }
        }
        expect(await ask({ prefix: "a#", attributes: ["name"] })).toEqual(
          ["a#1", "a#10", "a#2"].map((name) => ({ name })),
        );
      });

      test("with a limit gives as many items an answer, and goes on to the end", async () => {
        const answers: number[] = [];
        const [, meter] = await counting(async () => {
          for await (const { items } of store().query({ pk, prefix: "a#", limit: 3 }))
            answers.push(items.length);
        });
        expect([answers, meter.requests]).toEqual([[3, 0], 2]);
      });

      test("leaves out items with a value, and counts them", async () => {
        const left: unknown[] = [];
        let omitted = 0;
        for await (const answer of store().query({ pk, without: { attribute: "name", value: "ad" } })) {
          left.push(...answer.items);
          omitted += answer.omitted;
        }
        expect([left.length, omitted]).toEqual([names.length - 1, 1]);
      });

      test("of more than a megabyte takes several answers", async () => {
        const large = `${pk} large`;
        const text = "x".repeat(300_000);
        for (let sk = 0; sk < 5; sk++) await write({ put: { pk: large, sk: String(sk), text } });
        const [items, meter] = await counting(() => itemsOf(store().query({ pk: large })));
        expect(items.map(({ sk }) => sk)).toEqual(["0", "1", "2", "3", "4"]);
        expect(items.every((item) => item.text === text)).toBe(true);
        expect(meter.requests).toBe(2);
        const found = async (more: object) =>
          (await itemsOf(store().query({ pk: large, attributes: ["sk"], ...more }))).map(({ sk }) => sk);
        expect(await found({ backwards: true })).toEqual(["4", "3", "2", "1", "0"]);
        expect(await found({ after: "0" })).toEqual(["1", "2", "3", "4"]);
        expect(await found({ through: "3", backwards: true })).toEqual(["3", "2", "1", "0"]);
      });
    });

    test("is gone through whole, and gives the keys of what has expired", async () => {
      const own = (sk: string) => keyIn(`expiring ${sk}`);
      for (const [sk, expires_at] of [
        ["1", 100],
        ["2", 200],
        ["3", 201],
        ["4", "1"],
        ["5", undefined],
      ] as const)
        await write({ put: { ...own(sk), expires_at } });
      await write({ update: own("5"), changes: { set: { expires_at: 5 } } });
      await write({ update: own("1"), changes: { remove: ["expires_at"] } });
      const expired: string[] = [];
      for await (const keys of store().expired(200))
        expired.push(...keys.filter(({ pk }) => pk === ownPartition()).map(({ sk }) => sk));
      expect(expired.sort()).toEqual(["expiring 2", "expiring 5"]);
      const found: string[] = [];
      let units = 0;
      for await (const { items, readUnits } of store().scan()) {
        units += readUnits;
        for (const item of items) if (item.pk === ownPartition()) found.push(String(item.sk));
      }
      expect(found).toEqual(expect.arrayContaining(["1", "2", "3", "4", "5"].map((n) => `expiring ${n}`)));
      expect(new Set(found).size).toBe(found.length);
      expect(units).toBeGreaterThan(0);
    });

    test("counts a unit for each 4 KB of an item that is read, and each KB that is written", async () => {
      const sized = (bytes: number) => ({
        ...keyIn("sized"),
        t: "x".repeat(bytes - 2 - ownPartition().length - 2 - "sized".length - 1),
      });
      const put = async (bytes: number) => (await counting(() => write({ put: sized(bytes) })))[1];
      expect(await put(1_024)).toMatchObject({ requests: 1, writeUnits: 1, readUnits: 0 });
      expect(await put(1_025)).toMatchObject({ writeUnits: 2 });
      expect(await put(8_192)).toMatchObject({ writeUnits: 8 });
      const read = async () => (await counting(() => get("sized")))[1];
      expect(await read()).toMatchObject({ requests: 1, readUnits: 2, writeUnits: 0 });
      expect(await put(8_193)).toMatchObject({ writeUnits: 9 });
      expect(await read()).toMatchObject({ readUnits: 3 });
      // Of what was there, if that was larger.
      expect(await put(100)).toMatchObject({ writeUnits: 9 });
      const [, none] = await counting(() => get("no such item"));
      expect(none).toMatchObject({ requests: 1, readUnits: 1 });
    });
  });
};
