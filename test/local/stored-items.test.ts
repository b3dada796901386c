import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { databaseAccess, tableName } from "#lib/settings/database.ts";
import { getItem, getItems, queryItems } from "#lib/store/client.ts";
import type { TableOperation } from "#lib/store/dynamo/operation-signature.ts";
import { sendBySdk } from "#lib/store/dynamo/sdk-client.ts";
import { database } from "#lib/store/dynamo/send.ts";
import * as exchange from "#lib/store/dynamo/signed-exchange.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { startDataEngine } from "#local/data-engine.ts";
import { directAccess } from "#local/engine/direct/direct-access.ts";
import { answersFrom } from "#local/engine/direct/stored-answers.ts";
import { type StoredItems, storedItemsOf } from "#local/engine/direct/stored-items.ts";
import { ensureTable } from "#local/table.ts";

vi.mock("#lib/store/dynamo/signed-exchange.ts", { spy: true });

/** What was asked of the engine without the SDK. */
const asked = () => vi.mocked(exchange.signedExchange).mock.calls.map(([, operation]) => operation);

afterEach(() => vi.mocked(exchange.signedExchange).mockClear());

let folder: string;
const cleanups: (() => unknown)[] = [];
const cleanUp = async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await rm(folder, { recursive: true });
};

const newFolder = async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-items-"));
};

const databaseFile = () => join(folder, "database.sqlite");

const startEngine = async () => {
  const directory = await openDataDirectory(folder);
  cleanups.push(directory.close);
  const engine = await startDataEngine(directory);
  cleanups.push(engine.stop);
  return engine;
};

const endpoint = () => databaseAccess()!.endpoint;

const keyOf = (sk: string) => ({ pk: "TRIED", sk });

const put = (item: object) => database.send("PutItem", { TableName: tableName(), Item: { ...item } });

describe("with the engine of a data directory", () => {
  let stored: StoredItems;

  beforeAll(async () => {
    await newFolder();
    await startEngine();
    await ensureTable();
    stored = storedItemsOf(databaseFile(), tableName());
    cleanups.push(stored.close);
    for (const item of longRange) await put(item);
  });

  afterAll(cleanUp);

  /** A range of 1.5 MB. */
  const longRange = Array.from({ length: 75 }, (_, index) => {
    const sk = `${index}`.padStart(3, "0");
    return { pk: "LONG", sk, text: "x".repeat(20_000) };
  });

  let reads: ReturnType<typeof directAccess>;

  beforeEach(async () => {
    reads = directAccess(databaseFile());
    await reads.begin(endpoint());
  });

  afterEach(() => reads.end());

  /** What is read directly, which is what the engine answers. */
  const readBoth = async (operation: TableOperation, input: object) => {
    const asking = { ...input, ReturnConsumedCapacity: "TOTAL" };
    const body = JSON.stringify(asking);
    const answer = await exchange.signedExchange(databaseAccess()!, operation, body, 5_000);
    const { Count: _, ConsumedCapacity, ...engines } = JSON.parse(answer.body);
    // The engine counts the item, too, which makes a page too large.
    if (engines.LastEvaluatedKey) engines.ScannedCount = expect.any(Number);
    const { ConsumedCapacity: units, ...direct } = { ...answersFrom(stored, tableName())(operation, asking) };
    const given = { ...direct, units: [units].flat()[0]?.CapacityUnits };
    expect(given).toEqual({ ...engines, units: [ConsumedCapacity].flat()[0].CapacityUnits });
    return direct;
  };

  const TableName = () => tableName();
  const wireKey = (sk: string) => ({ pk: { S: "TRIED" }, sk: { S: sk } });

  const names = ["", "a", "a%", "a_", "ab", "é", "\u{1F600}", "z"].map((name) => `k${name}`);
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.integer(),
    fc
      .double({ noDefaultInfinity: true, noNaN: true, min: -1e30, max: 1e30 })
      .filter((n) => Math.abs(n) > 1e-30),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 4 }),
    fc.record({ "a.b": fc.string(), c: fc.array(fc.integer(), { maxLength: 3 }) }),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.constant("é".repeat(3_000)),
  );
  const write = fc.record({
    kind: fc.constantFrom("put", "put", "update", "delete"),
    sk: fc.constantFrom(...names),
    value,
    other: value,
  });
  type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;

  const perform = async ({ kind, sk, value, other }: Write): Promise<unknown> => {
    const [table, Key] = [TableName(), keyOf(sk)];
    if (kind === "put") return put({ ...Key, value, other });
    if (kind === "delete") return database.send("DeleteItem", { TableName: table, Key });
    const update = { UpdateExpression: "SET #v = :v", ExpressionAttributeNames: { "#v": "value" } };
    const input = { TableName: table, Key, ...update, ExpressionAttributeValues: { ":v": value } };
    return database.send("UpdateItem", input);
  };

  const query = fc.record(
    {
      condition: fc.constantFrom("", " AND begins_with(sk, :bound)", " AND sk > :bound", " AND sk <= :bound"),
      bound: fc.constantFrom(...names),
      ScanIndexForward: fc.boolean(),
      Limit: fc.integer({ min: 1, max: 10 }),
      start: fc.constantFrom(...names),
      isFiltered: fc.boolean(),
      isInParts: fc.boolean(),
    },
    { requiredKeys: ["condition", "bound"] },
  );

  test("whatever is written, each read gives what the engine gives, and as many units", async () => {
    const property = fc.asyncProperty(
      fc.array(write, { maxLength: 6 }),
      fc.array(query, { minLength: 1, maxLength: 4 }),
      async (writes, queries) => {
        for (const each of writes) await perform(each);
        for (const sk of names)
          await readBoth("GetItem", { TableName: TableName(), Key: wireKey(sk), ConsistentRead: true });
        const Keys = [...names, "none"].map(wireKey);
        await readBoth("BatchGetItem", { RequestItems: { [TableName()]: { Keys, ConsistentRead: true } } });
        for (const { condition, bound, start, isFiltered, isInParts, ...rest } of queries) {
          // DynamoDB and the engine refuse to begin outside of the range.
          const begins = start !== undefined && condition === "";
          await readBoth("Query", {
            TableName: TableName(),
            ConsistentRead: true,
            KeyConditionExpression: `pk = :pk${condition}`,
            ExpressionAttributeValues: {
              ":pk": { S: "TRIED" },
              ...(condition && { ":bound": { S: bound } }),
              ...(isFiltered && { ":no": { S: "é".repeat(3_000) } }),
            },
            ...((isFiltered || isInParts) && { ExpressionAttributeNames: { "#0": "value" } }),
            ...(isFiltered && { FilterExpression: "NOT #0 = :no" }),
            ...(isInParts && { ProjectionExpression: "sk, #0" }),
            ...(begins && { ExclusiveStartKey: wireKey(start) }),
            ...rest,
          });
        }
      },
    );
    await fc.assert(property, { numRuns: 80, seed: 20_261_126, endOnFailure: true });
  });

  test("a range of more rows than are read at once, and more than a megabyte, has the engine's pages", async () => {
    const pages = async (ScanIndexForward: boolean) => {
      const sizes: number[] = [];
      let ExclusiveStartKey: object | undefined;
      do {
        const { Items, LastEvaluatedKey } = await readBoth("Query", {
          TableName: TableName(),
          ConsistentRead: true,
          KeyConditionExpression: "pk = :pk",
          ExpressionAttributeValues: { ":pk": { S: "LONG" } },
          ScanIndexForward,
          ...(ExclusiveStartKey && { ExclusiveStartKey }),
        });
        sizes.push(Items!.length);
        ExclusiveStartKey = LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return sizes;
    };
    expect([await pages(true), await pages(false)]).toEqual([
      [52, 23],
      [52, 23],
    ]);
  });

  test("a prefix has the case of its letters, as for DynamoDB; the engine ignores it", async () => {
    for (const sk of ["Mine", "mine"]) await put({ pk: "CASE", sk });
    const found = await queryItems({ pk: "CASE", prefix: "mi" });
    expect(found).toEqual([{ pk: "CASE", sk: "mine" }]);
  });

  test.each([
    ["a prefix", { prefix: "0" }, 75],
    ["a lower bound", { after: "009" }, 65],
    ["a prefix, backwards", { prefix: "0", backwards: true }, 75],
    ["an upper bound, backwards", { through: "064", backwards: true }, 65],
  ])("a range of several pages with %s has each item once, in order", async (_, range, count) => {
    const query = { pk: "LONG", ...range };
    const found = await queryItems(query);
    expect(asked()).toEqual([]);
    expect(found).toHaveLength(count);
    await reads.end();
    expect(await queryItems(query)).toEqual(found);
  });

  test("others run while much is read", async () => {
    let turns = 0;
    const counting = setInterval(() => turns++);
    for (let count = 0; count < 20; count++) await queryItems({ pk: "LONG" });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });

  test("nothing is asked of the engine", async () => {
    await put({ ...keyOf("own"), text: "written" });
    expect(await getItems([keyOf("own"), keyOf("none")])).toEqual([
      { ...keyOf("own"), text: "written" },
      undefined,
    ]);
    expect(asked()).toEqual([]);
  });

  test("a read that begins after a write was acknowledged shows it, with many writers and readers", async () => {
    const acknowledged = Array.from({ length: 4 }, () => 0);
    const countOf = (item: number) => keyOf(`count ${item}`);
    const writeOn = async (item: number) => {
      for (let value = 1; value <= 40; value++) {
        // By the SDK, as another process would.
        const input = { TableName: TableName(), Item: { ...countOf(item), value } };
        await sendBySdk("PutItem", input);
        acknowledged[item] = value;
        await read(item);
      }
    };
    const seen: { readonly least: number; readonly value: number }[] = [];
    const read = async (item: number) => {
      const least = acknowledged[item]!;
      const [found] = await getItems([countOf(item)]);
      seen.push({ least, value: Number(found?.value ?? 0) });
    };
    const readOn = async (reader: number) => {
      for (let turn = 0; acknowledged.some((value) => value < 40); turn++) {
        await read((turn + reader) % acknowledged.length);
        await nextTurn();
      }
    };
    await Promise.all([...acknowledged.keys()].flatMap((item) => [writeOn(item), readOn(item)]));
    expect(seen.filter(({ least, value }) => value < least)).toEqual([]);
    expect(acknowledged).toEqual([40, 40, 40, 40]);
  });

  const get = () => getItem(keyOf("0"));

  test.each(["missing", "no database"])("a database that is %s is left to the engine", async (name) => {
    await writeFile(join(folder, "no database"), "Not a database. ".repeat(100));
    reads = directAccess(join(folder, name));
    await reads.begin(endpoint());
    expect(await get()).toBeUndefined();
    expect(asked()).toContain("GetItem");
  });

  test("the database is read only for the endpoint of its engine, also after a new begin, and not after the end", async () => {
    await put(keyOf("0"));
    const countAsked = async () => {
      vi.mocked(exchange.signedExchange).mockClear();
      expect(await get()).toEqual(keyOf("0"));
      return asked().length;
    };
    expect(await countAsked()).toBe(0);
    await reads.begin(endpoint());
    expect(await countAsked()).toBe(0);
    await reads.begin("http://127.0.0.1:1");
    expect(await countAsked()).toBe(1);
    await reads.end();
    expect(await countAsked()).toBe(1);
    await reads.begin(endpoint());
    expect(await countAsked()).toBe(1);
  });
});

describe("a database", () => {
  beforeEach(newFolder);
  afterEach(cleanUp);

  const tableOf = (columns: string, ...rows: readonly (readonly unknown[])[]) => {
    const writer = new DatabaseSync(databaseFile());
    cleanups.push(() => writer.close());
    writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE "t" (${columns})`);
    const insert = (row: readonly unknown[]) =>
      writer.prepare(`INSERT INTO "t" VALUES (${row.map(() => "?").join()})`).run(...(row as string[]));
    for (const row of rows) insert(row);
    const stored = storedItemsOf(databaseFile(), "t");
    cleanups.push(stored.close);
    return { stored, insert };
  };

  const columns = "pk, sk, item_json, item_size";
  const item = JSON.stringify({ pk: { S: "p" }, sk: { S: "s" } });

  test("is read when it has an item, and not before that", () => {
    const { stored, insert } = tableOf(columns);
    expect(stored.areReadable()).toBe(false);
    insert(["S:p", "S:s", item, 4]);
    expect(stored.areReadable()).toBe(true);
    expect(stored.at([["p", "s"]])).toEqual([{ item: JSON.parse(item), size: 4 }]);
  });

  test.each([
    ["other partition keys", ["p", "S:s", item, 4]],
    ["other sort keys", ["S:p", "s", item, 4]],
    ["other items", ["S:p", "S:s", JSON.stringify({ pk: "p", sk: "s" }), 4]],
    ["other sizes", ["S:p", "S:s", item, 0]],
  ])("is not read if it has %s", (_, row) => {
    const { stored } = tableOf(columns, row);
    expect(stored.areReadable()).toBe(false);
  });

  test("is not read if it has other columns", () => {
    const { stored } = tableOf("pk, sk, item", ["S:p", "S:s", item]);
    expect(() => stored.areReadable()).toThrow("no such column");
  });

  test("has no other connection after the engine's end, and so is one file", async () => {
    const engine = await startEngine();
    // There is no table yet.
    await getItem(keyOf("0")).catch(() => undefined);
    await engine.stop();
    const files = await readdir(folder);
    expect(files.filter((name) => name.startsWith("database"))).toEqual(["database.sqlite"]);
  });
});
