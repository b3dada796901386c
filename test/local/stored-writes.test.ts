import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consumedUnits } from "#lib/database-meter.ts";
import { databaseAccess, tableName } from "#lib/settings/database.ts";
import type { TableOperation } from "#lib/store/dynamo/operation-signature.ts";
import * as exchange from "#lib/store/dynamo/signed-exchange.ts";
import type { TableAnswer } from "#lib/store/dynamo/table-requests.ts";
import { wireItem } from "#lib/store/dynamo/wire-values.ts";
import { writesTo } from "#local/engine/direct/stored-writes.ts";
import { ensureTable } from "#local/table.ts";
import { type TemporaryEngine, temporaryEngine } from "./temporary-engine.ts";

let engine: TemporaryEngine;

/** Is written by the engine only, as the other table is written directly. */
const engines = "by-the-engine";

const first = { ...wireItem({ pk: "FIRST", sk: "0", count: 0 }) };

beforeAll(async () => {
  engine = await temporaryEngine();
  await ensureTable(engines);
  for (const table of [tableName(), engines]) await askEngine("PutItem", { TableName: table, Item: first });
});

afterAll(() => engine.dispose());

interface Answered {
  readonly status: number;
  readonly body: TableAnswer;
}

const askEngine = async (operation: TableOperation, input: object): Promise<Answered> => {
  const { status, body } = await exchange.signedExchange(
    databaseAccess()!,
    operation,
    JSON.stringify(input),
    5_000,
  );
  return { status, body: JSON.parse(body) };
};

/** The same of both: no texts that are only for people. */
const essence = ({ status, body }: Answered) => ({
  status,
  error: body.__type?.split("#")[1],
  codes: body.CancellationReasons?.map(({ Code }) => Code),
  attributes: body.Attributes,
  units: consumedUnits(body),
});

const everyRow = (connection: DatabaseSync, table: string) =>
  connection
    .prepare(`SELECT * FROM "${table}" ORDER BY pk, sk`)
    .all()
    .map(({ item_json: json, ...row }) => ({ ...row, item: JSON.parse(json as string) }));

describe("a write", () => {
  let connection: DatabaseSync;
  let writeDirectly: ReturnType<typeof writesTo>;

  beforeAll(() => {
    connection = new DatabaseSync(engine.databaseFile);
    writeDirectly = writesTo(connection, tableName());
  });

  afterAll(() => connection.close());

  let directly = 0;
  let leftToEngine = 0;

  /** Does the same in both tables, and gives the answer, which has to be the same. */
  const writeBoth = async (
    operation: TableOperation,
    inputFor: (table: string) => object,
  ): Promise<Answered> => {
    const asking = (table: string) => ({ ...inputFor(table), ReturnConsumedCapacity: "TOTAL" });
    const expected = await askEngine(operation, asking(engines));
    const direct = writeDirectly(operation, asking(tableName()));
    expect(connection.isTransaction).toBe(false);
    if (direct) directly += 1;
    else leftToEngine += 1;
    const answer = direct ?? (await askEngine(operation, asking(tableName())));
    expect(essence(answer)).toEqual(essence(expected));
    return answer;
  };

  const number = fc.oneof(
    fc.integer(),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(0.5, -0.05, 100, 1_000_000, 123.456, 1e21, 1e-9, 2 ** 60, -20.25, 0.1 + 0.2),
    fc
      .double({ noDefaultInfinity: true, noNaN: true, min: -1e30, max: 1e30 })
      .filter((n) => Math.abs(n) > 1e-30),
  );
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    number,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(fc.oneof(fc.string(), number, fc.constant(null)), { maxLength: 4 }),
    fc.record({ "a.b": fc.string(), c: fc.array(fc.integer(), { maxLength: 3 }) }),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.constantFrom("é".repeat(700), "x".repeat(1_500), "x".repeat(5_000)),
  );

  const names = ["a", "é", "\u{1F600}", "b", "b b"].map((name) => `k${name}`);

  const condition = fc.constantFrom(
    undefined,
    undefined,
    "attribute_not_exists(pk)",
    "attribute_exists(pk)",
    "version = :version",
    "version < :version",
    "version <= :version",
    "version > :version",
    "version >= :version",
    "#value = :value",
    "page.version = :version",
    "page.#value = :value",
    "attribute_not_exists(version) OR version < :version",
    "version = :version AND attribute_exists(#value)",
    "attribute_not_exists(pk) OR #value = :value AND version <= :version",
    "size(#value) < :version",
    "contains(#value, :value)",
    "(version = :version)",
    "NOT version = :version",
    "#value < :value",
  );
  const update = fc.constantFrom(
    "SET #value = :value",
    "SET version = :version",
    "SET version = :version, #value = :value",
    "ADD version :version",
    "SET #value = :value ADD version :version",
    "ADD version :version SET #value = :value",
    "ADD #value :version",
    "ADD #value :value",
    "REMOVE #value",
    "SET version = version + :version",
    "SET page.version = :version",
  );
  const action = fc.record({
    kind: fc.constantFrom(
      "Put" as const,
      "Put" as const,
      "Update" as const,
      "Update" as const,
      "Delete" as const,
    ),
    sk: fc.constantFrom(...names),
    condition,
    update,
    value,
    version: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), number),
    page: fc.option(fc.record({ version: fc.integer({ min: 0, max: 3 }), value }), { nil: undefined }),
    givesNew: fc.boolean(),
  });
  type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

  /** The input of an action: with what its expressions name, because all others are refused. */
  const inputOf = ({ kind, sk, condition, update, value, version, page }: Action, table: string) => {
    const key = { pk: "TRIED", sk };
    const expressions = [condition, kind === "Update" ? update : undefined].join(" ");
    const named = expressions.includes("#value") && { ExpressionAttributeNames: { "#value": "value" } };
    const values = {
      ...(expressions.includes(":value") && { ":value": value }),
      ...(expressions.includes(":version") && { ":version": version }),
    };
    return {
      TableName: table,
      ...(kind === "Put" ? { Item: wireItem({ ...key, value, version, page }) } : { Key: wireItem(key) }),
      ...(condition && { ConditionExpression: condition }),
      ...(kind === "Update" && { UpdateExpression: update }),
      ...named,
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: wireItem(values) }),
    };
  };

  test("by itself does, and says, what the engine does", async () => {
    [directly, leftToEngine] = [0, 0];
    const property = fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async (actions) => {
      for (const each of actions)
        await writeBoth(`${each.kind}Item`, (table) => ({
          ...inputOf(each, table),
          ...(each.kind === "Update" && each.givesNew && { ReturnValues: "UPDATED_NEW" }),
        }));
      expect(everyRow(connection, tableName())).toEqual(everyRow(connection, engines));
    });
    await fc.assert(property, { numRuns: 120, seed: 20_261_127, endOnFailure: true });
    expect(directly).toBeGreaterThan(300);
    expect(leftToEngine).toBeGreaterThan(100);
  });

  test("of several items does, and says, what the engine does", async () => {
    [directly, leftToEngine] = [0, 0];
    const kind = fc.constantFrom("Put", "Put", "Update", "Delete", "ConditionCheck");
    const member = fc.record({ kind, action });
    const transaction = fc.array(member, { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(fc.array(transaction, { minLength: 3, maxLength: 8 }), async (all) => {
      for (const members of all)
        await writeBoth("TransactWriteItems", (table) => ({
          TransactItems: members.map(({ kind, action }) => {
            if (kind !== "ConditionCheck")
              return { [kind]: inputOf({ ...action, kind: kind as Action["kind"] }, table) };
            const condition = action.condition ?? "attribute_exists(pk)";
            return { ConditionCheck: inputOf({ ...action, condition, kind: "Delete" }, table) };
          }),
        }));
      expect(everyRow(connection, tableName())).toEqual(everyRow(connection, engines));
    });
    await fc.assert(property, { numRuns: 120, seed: 20_261_127, endOnFailure: true });
    expect(directly).toBeGreaterThan(100);
    expect(leftToEngine).toBeGreaterThan(100);
  });

  const key = wireItem({ pk: "TRIED", sk: "one" });

  test.each<[string, TableOperation, (table: string) => object]>([
    ["an empty sort key", "PutItem", () => ({ Item: { ...key, sk: { S: "" } } })],
    ["a key that is too long", "PutItem", () => ({ Item: { ...key, sk: { S: "x".repeat(1_025) } } })],
    ["a key of another type", "PutItem", () => ({ Item: { ...key, sk: { N: "1" } } })],
    ["a key with other attributes", "DeleteItem", () => ({ Key: { ...key, more: { S: "x" } } })],
    [
      "an item of more than 400 KB",
      "PutItem",
      () => ({ Item: { ...key, text: { S: "x".repeat(409_600) } } }),
    ],
    ["an empty set", "PutItem", () => ({ Item: { ...key, set: { SS: [] } } })],
    ["a set with one member twice", "PutItem", () => ({ Item: { ...key, set: { SS: ["a", "a"] } } })],
    ["an attribute without a name", "PutItem", () => ({ Item: { ...key, "": { S: "x" } } })],
    ["half of a surrogate pair", "PutItem", () => ({ Item: { ...key, text: { S: "a\ud800" } } })],
    ["half of one in its key", "PutItem", () => ({ Item: { ...key, sk: { S: "a\ud800" } } })],
    ["a number that is none", "PutItem", () => ({ Item: { ...key, count: { N: "one" } } })],
    ["a number in another form", "PutItem", () => ({ Item: { ...key, count: { N: "1.50" } } })],
    ["an unknown placeholder", "DeleteItem", () => ({ Key: key, ConditionExpression: "version = :none" })],
    [
      "a value that is not used",
      "DeleteItem",
      () => ({
        Key: key,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":one": { N: "1" } },
      }),
    ],
    [
      "a name that is not used",
      "DeleteItem",
      () => ({
        Key: key,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeNames: { "#version": "version" },
      }),
    ],
    [
      "no names where they are given",
      "DeleteItem",
      () => ({ Key: key, ConditionExpression: "attribute_exists(pk)", ExpressionAttributeNames: {} }),
    ],
    [
      "two parts of one kind",
      "UpdateItem",
      () => ({
        Key: key,
        UpdateExpression: "SET version = :one SET other = :one",
        ExpressionAttributeValues: { ":one": { N: "1" } },
      }),
    ],
    [
      "an attribute that has another meaning in JavaScript",
      "UpdateItem",
      () => ({
        Key: key,
        UpdateExpression: "SET #name = :one",
        ExpressionAttributeNames: { "#name": "__proto__" },
        ExpressionAttributeValues: { ":one": { N: "1" } },
      }),
    ],
    ["an unknown name", "DeleteItem", () => ({ Key: key, ConditionExpression: "attribute_exists(#none)" })],
    [
      "an update of its key",
      "UpdateItem",
      () => ({
        Key: key,
        UpdateExpression: "SET sk = :sk",
        ExpressionAttributeValues: { ":sk": { S: "two" } },
      }),
    ],
    [
      "an attribute that is set twice",
      "UpdateItem",
      () => ({
        Key: key,
        UpdateExpression: "SET version = :one ADD version :one",
        ExpressionAttributeValues: { ":one": { N: "1" } },
      }),
    ],
    ["what was there before", "PutItem", () => ({ Item: key, ReturnValues: "ALL_OLD" })],
    [
      "the same item twice",
      "TransactWriteItems",
      (TableName) => ({
        TransactItems: [{ Put: { TableName, Item: key } }, { Delete: { TableName, Key: key } }],
      }),
    ],
    ["no item", "TransactWriteItems", () => ({ TransactItems: [] })],
    [
      "half a megabyte",
      "TransactWriteItems",
      (TableName) => ({
        TransactItems: ["one", "two"].map((sk) => ({
          Put: { TableName, Item: { ...key, sk: { S: sk }, text: { S: "x".repeat(250_000) } } },
        })),
      }),
    ],
    [
      "more than 4 MB",
      "TransactWriteItems",
      (TableName) => ({
        TransactItems: Array.from({ length: 12 }, (_, index) => ({
          Put: { TableName, Item: { ...key, sk: { S: `${index}` }, text: { S: "x".repeat(380_000) } } },
        })),
      }),
    ],
    [
      "several items without conditions",
      "BatchWriteItem",
      (table) => ({ RequestItems: { [table]: [{ PutRequest: { Item: key } }] } }),
    ],
  ])("with %s is the engine's", async (_, operation, inputFor) => {
    const input = (table: string) =>
      operation.endsWith("Items") || operation.startsWith("Batch")
        ? inputFor(table)
        : { TableName: table, ...inputFor(table) };
    expect(writeDirectly(operation, input(tableName()))).toBeUndefined();
    await writeBoth(operation, input);
    expect(everyRow(connection, tableName())).toEqual(everyRow(connection, engines));
  });

  test("to another table is the engine's", () => {
    expect(writeDirectly("PutItem", { TableName: engines, Item: key })).toBeUndefined();
  });

  test("is the engine's while that writes", () => {
    using other = new DatabaseSync(engine.databaseFile);
    other.exec("BEGIN IMMEDIATE");
    const put = () =>
      writeDirectly("PutItem", { TableName: tableName(), Item: { ...key, sk: { S: "busy" } } });
    expect(put()).toBeUndefined();
    other.exec("ROLLBACK");
    expect(put()).toMatchObject({ status: 200 });
    expect(
      writeDirectly("DeleteItem", { TableName: tableName(), Key: { ...key, sk: { S: "busy" } } }),
    ).toMatchObject({
      status: 200,
    });
  });
});
