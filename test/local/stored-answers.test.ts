import { describe, expect, test, vi } from "vitest";
import { consumedUnits } from "#lib/database-meter.ts";
import { answersFrom } from "#local/engine/direct/stored-answers.ts";
import type { KeyRange, StoredItem, StoredItems } from "#local/engine/direct/stored-items.ts";

const key = (name: string) => ({ pk: { S: "TRIED" }, sk: { S: name } });

const itemOf = (name: string, size: number): StoredItem => ({
  item: { ...key(name), text: { S: name } },
  size,
});

/** A database with these items, in the order of their keys. */
const standIn = (...items: readonly StoredItem[]) => {
  let version = 1;
  const byKey = (wanted: string) => items.find(({ item }) => item.sk?.S === wanted);
  const stored = {
    areReadable: vi.fn(() => true),
    version: vi.fn(() => version),
    at: vi.fn<StoredItems["at"]>((keys) => keys.map(([, sk]) => byKey(sk))),
    within: vi.fn<StoredItems["within"]>(() => items),
    close: () => {},
  };
  return { stored, commit: () => version++, answer: answersFrom(stored, "t") };
};

const get = (name: string) => ({ TableName: "t", Key: key(name), ConsistentRead: true });

const batch = (...names: readonly string[]) => ({
  RequestItems: { t: { Keys: names.map(key), ConsistentRead: true } },
});

const query = (more: object = {}) => ({
  TableName: "t",
  ConsistentRead: true,
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": { S: "TRIED" }, ":a": { S: "a" } },
  ...more,
});

describe("an answer to a read", () => {
  test("is given again, each for its own request, while nothing is written", () => {
    const { stored, answer } = standIn(itemOf("a", 10));
    const first = answer("GetItem", get("a"));
    expect(first?.Item).toEqual(itemOf("a", 10).item);
    expect(answer("GetItem", get("a"))).toBe(first);
    expect(answer("GetItem", get("b"))).not.toHaveProperty("Item");
    expect(answer("GetItem", get("b"))).not.toHaveProperty("Item");
    expect(stored.at).toHaveBeenCalledTimes(2);
  });

  test("is read again after each commit", () => {
    const { stored, commit, answer } = standIn(itemOf("a", 10));
    for (const count of [1, 2, 3]) {
      answer("GetItem", get("a"));
      answer("GetItem", get("a"));
      expect(stored.at).toHaveBeenCalledTimes(count);
      commit();
    }
  });

  test("is not kept for the version of a commit during which it was read", () => {
    const { stored, commit, answer } = standIn(itemOf("a", 10));
    stored.at.mockImplementationOnce(() => {
      commit();
      return [undefined];
    });
    expect(answer("GetItem", get("a"))).not.toHaveProperty("Item");
    expect(answer("GetItem", get("a"))).toHaveProperty("Item");
  });

  test("is kept up to 4,096 bytes of items, and all together up to 256 KB", () => {
    const { stored, answer } = standIn(itemOf("long", 4_096), itemOf("longer", 4_097));
    const readings = (name: string) => {
      stored.at.mockClear();
      answer("GetItem", get(name));
      answer("GetItem", get(name));
      return stored.at.mock.calls.length;
    };
    expect([readings("long"), readings("long"), readings("longer")]).toEqual([1, 0, 2]);
    for (let count = 0; count < 300; count++) answer("BatchGetItem", batch("long", String(count)));
    expect(readings("long")).toBe(1);
  });

  test.each<[string, Parameters<ReturnType<typeof answersFrom>>]>([
    ["of what may be older", ["GetItem", { TableName: "t", Key: key("a") }]],
    [
      "of what may be older, of several items",
      ["BatchGetItem", { RequestItems: { t: { Keys: [key("a")] } } }],
    ],
    ["of what may be older, in a range", ["Query", query({ ConsistentRead: false })]],
    ["of a part of an item", ["GetItem", { ...get("a"), ProjectionExpression: "b" }]],
    ["of two tables", ["BatchGetItem", { RequestItems: { ...batch("a").RequestItems, u: { Keys: [] } } }]],
    ["of another table", ["GetItem", { ...get("a"), TableName: "u" }]],
    [
      "of several items of another table",
      ["BatchGetItem", { RequestItems: { u: batch("a").RequestItems.t } }],
    ],
    ["of a range of another table", ["Query", query({ TableName: "u" })]],
    ["of an index", ["Query", query({ IndexName: "i" })]],
    ["of a count", ["Query", query({ Select: "COUNT" })]],
    ["of parts of attributes", ["Query", query({ ProjectionExpression: "sk, a.b" })]],
    ["with a condition of two", ["Query", query({ KeyConditionExpression: "pk = :pk AND sk >(sk, :a)" })]],
    ["of no table", ["BatchGetItem", { RequestItems: {} }]],
    ["with another condition", ["Query", query({ KeyConditionExpression: "pk = :pk AND sk < :a" })]],
    ["without the value of its partition", ["Query", query({ KeyConditionExpression: "pk = :p" })]],
    ["with another filter", ["Query", query({ FilterExpression: "a = :a" })]],
    ["of everything", ["Scan", { ConsistentRead: true }]],
  ])("%s is the engine's", (_, [operation, input]) => {
    const { stored, answer } = standIn(itemOf("a", 10));
    expect(answer(operation, input)).toBeUndefined();
    expect(stored.at).not.toHaveBeenCalled();
    expect(stored.within).not.toHaveBeenCalled();
  });

  test("is the engine's while the database cannot be read", () => {
    const { stored, answer } = standIn(itemOf("a", 10));
    const fails = () => {
      throw new Error("The database is locked.");
    };
    stored.areReadable.mockReturnValueOnce(false);
    expect(answer("GetItem", get("a"))).toBeUndefined();
    for (const member of [stored.areReadable, stored.version, stored.at]) {
      member.mockImplementationOnce(fails);
      expect(answer("GetItem", get("a"))).toBeUndefined();
    }
    expect(answer("GetItem", get("a"))).toHaveProperty("Item");
  });
});

test("writes are the engine's, and do not even ask for the version", () => {
  const { stored, answer } = standIn(itemOf("a", 10));
  for (const operation of [
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchWriteItem",
    "TransactWriteItems",
  ] as const)
    expect(answer(operation, { TransactItems: [], ...get("a") })).toBeUndefined();
  expect(stored.version).not.toHaveBeenCalled();
});

describe("units", () => {
  const asking = (input: object) => ({ ...input, ReturnConsumedCapacity: "TOTAL" });

  test("are said only if that is asked for", () => {
    expect(standIn().answer("GetItem", get("a"))).toEqual({});
  });

  test("are one for each 4 KB of an item, and one for an item that does not exist", () => {
    const { answer } = standIn(itemOf("a", 4_096), itemOf("b", 4_097));
    expect(consumedUnits(answer("GetItem", asking(get("a")))!)).toBe(1);
    expect(consumedUnits(answer("BatchGetItem", asking(batch("a", "b", "c")))!)).toBe(4);
  });

  test("are one for each 4 KB of a range", () => {
    const { answer } = standIn(...Array.from({ length: 5 }, (_, index) => itemOf(`${index}`, 2_000)));
    expect(consumedUnits(answer("Query", asking(query()))!)).toBe(3);
  });
});

describe("a range", () => {
  const rangeOf = (more: object): KeyRange => {
    const { stored, answer } = standIn();
    answer("Query", query(more));
    return stored.within.mock.calls[0]![0];
  };

  test("has the bounds of the condition, and begins after the last page", () => {
    const bounds = (condition: string, more: object = {}) =>
      rangeOf({ KeyConditionExpression: `pk = :pk${condition}`, ...more }).bounds;
    expect(bounds("")).toEqual([]);
    expect(bounds(" AND sk > :a")).toEqual([{ sign: ">", sk: "a" }]);
    expect(bounds(" AND sk <= :a")).toEqual([{ sign: "<=", sk: "a" }]);
    const withPrefix = [
      { sign: ">=", sk: "a" },
      { sign: "<", sk: "a\u{10FFFF}" },
    ];
    expect(bounds(" AND begins_with(sk, :a)")).toEqual(withPrefix);
    const ExclusiveStartKey = key("b");
    expect(bounds("", { ExclusiveStartKey })).toEqual([{ sign: ">", sk: "b" }]);
    const [from, to] = withPrefix;
    const prefixed = " AND begins_with(sk, :a)";
    const last = { sign: "<", sk: "b" };
    expect(bounds(prefixed, { ExclusiveStartKey })).toEqual([to, { sign: ">", sk: "b" }]);
    expect(bounds(prefixed, { ExclusiveStartKey, ScanIndexForward: false })).toEqual([from, last]);
  });

  test("ends at the limit, or before a megabyte is exceeded, and says where; one item is always given", () => {
    const kilobytes = (...sizes: readonly number[]) =>
      standIn(...sizes.map((size, index) => itemOf(`${index}`, size * 1_024)));
    const ends = ({ answer }: ReturnType<typeof standIn>, more: object = {}) => {
      const { Items, LastEvaluatedKey } = answer("Query", query(more))!;
      return [Items?.length, LastEvaluatedKey?.sk?.S];
    };
    expect(ends(kilobytes(1, 1, 1))).toEqual([3, undefined]);
    expect(ends(kilobytes(1, 1, 1), { Limit: 2 })).toEqual([2, "1"]);
    expect(ends(kilobytes(1, 1), { Limit: 2 })).toEqual([2, "1"]);
    expect(ends(kilobytes(1_000, 24, 1))).toEqual([2, "1"]);
    expect(ends(kilobytes(2_000, 1))).toEqual([1, "0"]);
  });

  test("counts what a filter leaves out, and gives the parts that are wanted", () => {
    const { answer } = standIn(itemOf("a", 1), itemOf("b", 1));
    const names = { ExpressionAttributeNames: { "#0": "text" } };
    const filtered = answer("Query", query({ FilterExpression: "NOT #0 = :a", ...names }));
    expect(filtered).toMatchObject({ Items: [itemOf("b", 1).item], ScannedCount: 2 });
    const parts = answer("Query", query({ ProjectionExpression: "#0, sk", ...names }));
    expect(parts?.Items).toEqual(["a", "b"].map((name) => ({ sk: { S: name }, text: { S: name } })));
  });
});
