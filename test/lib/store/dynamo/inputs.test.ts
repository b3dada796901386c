import { describe, expect, test } from "vitest";
import {
  batchGetInput,
  expiredInput,
  getInput,
  queryInput,
  scanInput,
  writeItem,
} from "#lib/store/dynamo/inputs.ts";
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
  type ItemChanges,
  isNew,
  type PartitionQuery,
  present,
  sizeBelow,
  type Write,
  type WriteCondition,
} from "#lib/store/port/table-store.ts";

process.env.TABLE_NAME = "table";

const key = { pk: "P", sk: "1" };
const table = { TableName: "table", ConsistentRead: true };

describe("a query", () => {
  const partition = { KeyConditionExpression: "pk = :0", ExpressionAttributeValues: { ":0": "P" } };

  test.each<[string, Omit<PartitionQuery, "pk">, object]>([
    ["of a partition", {}, partition],
    [
      "of a prefix",
      { prefix: "SLUG#" },
      {
        KeyConditionExpression: "pk = :0 AND begins_with(sk, :1)",
        ExpressionAttributeValues: { ":0": "P", ":1": "SLUG#" },
      },
    ],
    [
      "of an empty prefix",
      { prefix: "" },
      {
        KeyConditionExpression: "pk = :0 AND begins_with(sk, :1)",
        ExpressionAttributeValues: { ":0": "P", ":1": "" },
      },
    ],
    [
      "above a key",
      { after: "7" },
      {
        KeyConditionExpression: "pk = :0 AND sk > :1",
        ExpressionAttributeValues: { ":0": "P", ":1": "7" },
      },
    ],
    [
      "up to a key",
      { through: "7" },
      {
        KeyConditionExpression: "pk = :0 AND sk <= :1",
        ExpressionAttributeValues: { ":0": "P", ":1": "7" },
      },
    ],
    [
      "backwards and with a limit",
      { backwards: true, limit: 2 },
      { ...partition, ScanIndexForward: false, Limit: 2 },
    ],
    [
      "of some attributes",
      { attributes: ["pk", "a.b"] },
      {
        ...partition,
        ProjectionExpression: "#0, #1",
        ExpressionAttributeNames: { "#0": "pk", "#1": "a.b" },
      },
    ],
    [
      "without items that have a value, of some attributes, one of them the same",
      { after: "7", without: { attribute: "kind", value: "edit" }, attributes: ["sk", "kind"] },
      {
        KeyConditionExpression: "pk = :0 AND sk > :1",
        FilterExpression: "NOT #0 = :2",
        ProjectionExpression: "#1, #0",
        ExpressionAttributeNames: { "#0": "kind", "#1": "sk" },
        ExpressionAttributeValues: { ":0": "P", ":1": "7", ":2": "edit" },
      },
    ],
  ])("%s", (_, query, input) => {
    expect(queryInput({ pk: "P", ...query })).toEqual({ ...table, ...input });
  });

  test("goes on where the answer before has ended", () => {
    expect(queryInput({ pk: "P" }, key)).toEqual({ ...table, ...partition, ExclusiveStartKey: key });
  });
});

test("reads by keys and of everything are consistent, and name no more attributes than are asked for", () => {
  expect(getInput(key)).toEqual({ ...table, Key: key });
  expect(getInput(key, ["pk", "format"])).toEqual({
    ...table,
    Key: key,
    ProjectionExpression: "#0, #1",
    ExpressionAttributeNames: { "#0": "pk", "#1": "format" },
  });
  expect(batchGetInput([key])).toEqual({ RequestItems: { table: { Keys: [key], ConsistentRead: true } } });
  expect(scanInput()).toEqual({ ...table, Limit: 1_000 });
  expect(scanInput(key)).toEqual({ ...table, Limit: 1_000, ExclusiveStartKey: key });
  expect(expiredInput(17)).toMatchObject({
    FilterExpression: "expires_at <= :now",
    ExpressionAttributeValues: { ":now": 17 },
    ProjectionExpression: "pk, sk",
  });
});

/** The names and values of placeholders, in their order. */
const given = (names: readonly string[], values: readonly unknown[] = []): object => ({
  ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
  ...(values.length > 0 && {
    ExpressionAttributeValues: Object.fromEntries(values.map((value, index) => [`:${index}`, value])),
  }),
});

describe("a condition", () => {
  test.each<[WriteCondition, string, readonly string[], readonly unknown[]]>([
    [isNew, "attribute_not_exists(#0)", ["pk"], []],
    [exists, "attribute_exists(#0)", ["pk"], []],
    [absent("a"), "attribute_not_exists(#0)", ["a"], []],
    [present("a"), "attribute_exists(#0)", ["a"], []],
    [equal("hash", "x"), "#0 = :0", ["hash"], ["x"]],
    [below("a", 1), "#0 < :0", ["a"], [1]],
    [atMost("a", 1), "#0 <= :0", ["a"], [1]],
    [above("a", 1), "#0 > :0", ["a"], [1]],
    [atLeast("a", 1), "#0 >= :0", ["a"], [1]],
    [sizeBelow("waiting", 20), "size(#0) < :0", ["waiting"], [20]],
    [contains("waiting", 7), "contains(#0, :0)", ["waiting"], [7]],
    [equal("page.version", 3), "#0.#1 = :0", ["page", "version"], [3]],
    [equal("a.a", null), "#0.#0 = :0", ["a"], [null]],
    [
      all(exists, equal("a", 1), below("a", 1)),
      "attribute_exists(#0) AND #1 = :0 AND #1 < :1",
      ["pk", "a"],
      [1, 1],
    ],
    [any(isNew, equal("a", 1)), "attribute_not_exists(#0) OR #1 = :0", ["pk", "a"], [1]],
    [
      all(any(isNew, equal("a", 1)), present("b")),
      "(attribute_not_exists(#0) OR #1 = :0) AND attribute_exists(#2)",
      ["pk", "a", "b"],
      [1],
    ],
    [
      any(all(present("a"), present("b")), present("c")),
      "attribute_exists(#0) AND attribute_exists(#1) OR attribute_exists(#2)",
      ["a", "b", "c"],
      [],
    ],
  ])("%j", (condition, expression, names, values) => {
    const placeholders = given(names, values);
    const expected = { TableName: "table", Key: key, ConditionExpression: expression, ...placeholders };
    expect(writeItem({ check: key, if: condition })).toEqual({ ConditionCheck: expected });
    expect(writeItem({ delete: key, if: condition })).toEqual({ Delete: expected });
    const { Key: _, ...others } = expected;
    const put = { ...key, text: "t" };
    expect(writeItem({ put, if: condition })).toEqual({ Put: { ...others, Item: put } });
  });
});

describe("an update", () => {
  test.each<[string, ItemChanges, string, object]>([
    ["sets", { set: { a: 1, b: null } }, "SET #0 = :0, #1 = :1", given(["a", "b"], [1, null])],
    ["leaves out what is undefined", { set: { a: undefined, b: 1 } }, "SET #0 = :0", given(["b"], [1])],
    [
      "adds",
      { add: { n: 1, ids: new Set([2]) } },
      "ADD #0 :0, #1 :1",
      given(["n", "ids"], [1, new Set([2])]),
    ],
    [
      "takes members out of sets",
      { take: { ids: new Set([2]) } },
      "DELETE #0 :0",
      given(["ids"], [new Set([2])]),
    ],
    ["removes", { remove: ["a", "b"] }, "REMOVE #0, #1", given(["a", "b"])],
    [
      "names an attribute with dots as one, not what is in a map",
      { set: { "a.b": 1 }, remove: ["c.d"] },
      "SET #0 = :0 REMOVE #1",
      given(["a.b", "c.d"], [1]),
    ],
    [
      "does all of this at once",
      { remove: ["d"], take: { c: new Set(["x"]) }, add: { b: 2 }, set: { a: 1 } },
      "SET #0 = :0 ADD #1 :1 DELETE #2 :2 REMOVE #3",
      given(["a", "b", "c", "d"], [1, 2, new Set(["x"])]),
    ],
  ])("%s", (_, changes, expression, placeholders) => {
    expect(writeItem({ update: key, changes })).toEqual({
      Update: { TableName: "table", Key: key, UpdateExpression: expression, ...placeholders },
    });
  });

  test("shares its placeholders with its condition", () => {
    const write: Write = { update: key, changes: { add: { changes: 1 } }, if: equal("changes", 4) };
    expect(writeItem(write)).toEqual({
      Update: {
        ...{ TableName: "table", Key: key, UpdateExpression: "ADD #0 :0", ConditionExpression: "#0 = :1" },
        ...given(["changes"], [1, 4]),
      },
    });
  });
});

test("a write without a condition has no placeholders, of which DynamoDB refuses those that nothing uses", () => {
  expect(writeItem({ put: key })).toEqual({ Put: { TableName: "table", Item: key } });
  expect(writeItem({ delete: key })).toEqual({ Delete: { TableName: "table", Key: key } });
});
