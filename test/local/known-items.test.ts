import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consumedUnits, metered, newDatabaseMeter } from "#lib/database-meter.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItem, getItems } from "#lib/store/client.ts";
import * as own from "#lib/store/commands.ts";
import { database } from "#lib/store/database.ts";
import type { DirectAnswer } from "#lib/store/direct-requests.ts";
import type { TableOperation } from "#lib/store/operation-signature.ts";
import { sdkClient } from "#lib/store/sdk-client.ts";
import type { WireItem } from "#lib/store/wire-values.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { startDataEngine } from "#local/data-engine.ts";
import { changesOf } from "#local/engine/database-changes.ts";
import { knownItems } from "#local/engine/known-items.ts";
import { ensureTable } from "#local/table.ts";

/** An engine whose answers are given, and whose commits are counted as SQLite counts them. */
const standIn = (firstCommit = 0) => {
  let commits = firstCommit;
  let version = 1;
  const commit = () => {
    commits = (commits + 1) % 2 ** 32;
    version++;
  };
  const answerTo = knownItems({ version: () => version, commits: () => commits });
  const sent: string[] = [];
  let lastAsked: object | undefined;
  const ask = async (
    operation: TableOperation,
    input: object,
    { does = () => {}, status = 200, body = {} }: Partial<Answering> = {},
  ) =>
    answerTo(operation, input, async (asked) => {
      sent.push(operation);
      lastAsked = asked;
      await does();
      return { status, body };
    });
  const get = async (name: string, item?: WireItem) =>
    (
      await ask(
        "GetItem",
        { Key: key(name), ConsistentRead: true },
        { body: { ...(item && { Item: item }) } },
      )
    ).body.Item;
  const put = (name: string, does: Answering["does"] = commit) =>
    ask("PutItem", { Item: itemOf(name, "put") }, { does });
  return { ask, get, put, commit, sent, asked: () => lastAsked };
};

interface Answering {
  /** Happens while the request is on its way. */
  readonly does: () => unknown;
  readonly status: number;
  readonly body: DirectAnswer["body"];
}

const key = (name: string) => ({ pk: { S: "TRIED" }, sk: { S: name } });

const itemOf = (name: string, text: string) => ({ ...key(name), text: { S: text } });

describe("an item", () => {
  test("that was read is known, and so is that there is none", async () => {
    const { get, sent } = standIn();
    expect(await get("a", itemOf("a", "read"))).toEqual(itemOf("a", "read"));
    expect(await get("b")).toBeUndefined();
    expect([await get("a"), await get("b", itemOf("b", "other"))]).toEqual([itemOf("a", "read"), undefined]);
    expect(sent).toHaveLength(2);
  });

  test("that was read with others is known by itself, and the other way round", async () => {
    const { ask, get, sent } = standIn();
    const batch = (body = {}) =>
      ask(
        "BatchGetItem",
        { RequestItems: { t: { Keys: [key("a"), key("b")], ConsistentRead: true } } },
        { body },
      );
    await batch({ Responses: { t: [itemOf("b", "read")] }, UnprocessedKeys: {} });
    expect([await get("a"), await get("b")]).toEqual([undefined, itemOf("b", "read")]);
    expect((await batch()).body.Responses).toEqual({ t: [itemOf("b", "read")] });
    expect(sent).toHaveLength(1);
  });

  test("that is known is not asked for again with others", async () => {
    const { ask, get, asked } = standIn();
    await get("a", itemOf("a", "read"));
    await get("c");
    const batchOf = (...names: string[]) => ({ Keys: names.map(key), ConsistentRead: true });
    const input = { RequestItems: { t: batchOf("a", "b", "c") }, ReturnConsumedCapacity: "TOTAL" };
    const rest = {
      Responses: { t: [itemOf("b", "read")] },
      UnprocessedKeys: {},
      ConsumedCapacity: [{ CapacityUnits: 1 }],
    };
    const { body } = await ask("BatchGetItem", input, { body: rest });
    expect(asked()).toEqual({ RequestItems: { t: batchOf("b") }, ReturnConsumedCapacity: "TOTAL" });
    expect(body.Responses?.t).toEqual([itemOf("a", "read"), itemOf("b", "read")]);
    expect(consumedUnits(body)).toBe(3);
    expect(await get("b")).toEqual(itemOf("b", "read"));
  });

  test("that is known is asked for again if something is committed while the others are", async () => {
    const { ask, get, commit, asked } = standIn();
    await get("a", itemOf("a", "read"));
    const input = { RequestItems: { t: { Keys: [key("a"), key("b")], ConsistentRead: true } } };
    const body = { Responses: { t: [itemOf("a", "later"), itemOf("b", "later")] }, UnprocessedKeys: {} };
    let count = 0;
    const does = () => {
      if (++count === 1) commit();
    };
    expect((await ask("BatchGetItem", input, { does, body })).body).toEqual(body);
    expect([count, asked()]).toEqual([2, input]);
  });

  test("that a batch leaves out is asked for again", async () => {
    const { ask, get, sent } = standIn();
    await get("a", itemOf("a", "read"));
    const Keys = [key("a"), key("b")];
    const left = { t: { Keys: [key("b")] } };
    const body = { Responses: { t: [] }, UnprocessedKeys: left };
    const input = { RequestItems: { t: { Keys, ConsistentRead: true } } };
    const answer = await ask("BatchGetItem", input, { body });
    expect(answer.body).toMatchObject({ Responses: { t: [itemOf("a", "read")] }, UnprocessedKeys: left });
    await get("b");
    expect(sent).toHaveLength(3);
  });

  test("is not known of a part of it, nor of what may be older", async () => {
    const { ask, get, sent } = standIn();
    await ask("GetItem", { Key: key("a"), ConsistentRead: true, ProjectionExpression: "b" });
    await ask("GetItem", { Key: key("a") });
    await get("a");
    expect(sent).toHaveLength(3);
  });

  test("that this process has written is known, with the others", async () => {
    const { ask, get, put, commit, sent } = standIn();
    await get("a", itemOf("a", "read"));
    await put("b");
    const writes = [
      { Put: { Item: itemOf("c", "put") } },
      { Delete: { Key: key("a") } },
      { ConditionCheck: { Key: key("d") } },
    ];
    await ask("TransactWriteItems", { TransactItems: writes }, { does: commit });
    const all = [await get("a"), await get("b"), await get("c")];
    expect(all).toEqual([undefined, itemOf("b", "put"), itemOf("c", "put")]);
    expect(sent).toEqual(["GetItem", "PutItem", "TransactWriteItems"]);
  });

  test("is forgotten when anybody else has written, before, beside or after a write of this process", async () => {
    const { get, put, commit, sent } = standIn();
    await get("a");
    commit();
    await get("a");
    commit();
    await put("b");
    await get("a");
    await put("b", () => {
      commit();
      commit();
    });
    await get("a");
    await put("b");
    commit();
    await get("a");
    expect(sent.filter((each) => each === "GetItem")).toHaveLength(5);
  });

  test("is forgotten when writes of this process were on their way together", async () => {
    const { get, put, commit, sent } = standIn();
    await get("a");
    await put("b", async () => {
      await put("c");
      commit();
    });
    await get("a");
    await get("c");
    expect(sent.filter((each) => each === "GetItem")).toHaveLength(3);
  });

  test("stays known while a write has not been committed, and after one that was refused", async () => {
    const { ask, get, put, commit, sent } = standIn();
    await get("a");
    await put("b", () => get("a"));
    const refused = { Item: itemOf("a", "refused") };
    await ask("PutItem", refused, { status: 400 });
    expect(await get("a")).toBeUndefined();
    expect(sent.filter((each) => each === "GetItem")).toHaveLength(1);
    await ask("PutItem", refused, { status: 400, does: commit });
    expect(await get("a", itemOf("a", "by another"))).toEqual(itemOf("a", "by another"));
  });

  test("is asked for while a write is committed whose answer has not arrived, and changed once", async () => {
    const { ask, get, commit, sent } = standIn();
    const counted = (n: string) => ({ ...key("a"), n: { N: n } });
    await get("a", counted("1"));
    const add = { UpdateExpression: "ADD n :n", ExpressionAttributeValues: { ":n": { N: "2" } } };
    await ask(
      "UpdateItem",
      { Key: key("a"), ...add },
      {
        does: async () => {
          commit();
          expect(await get("a", counted("3"))).toEqual(counted("3"));
        },
      },
    );
    expect(await get("a")).toEqual(counted("3"));
    expect(sent).toEqual(["GetItem", "UpdateItem", "GetItem"]);
  });

  test.each<[string, TableOperation, object]>([
    [
      "a transaction of conditions",
      "TransactWriteItems",
      { TransactItems: [{ ConditionCheck: { Key: key("a") } }] },
    ],
    ["a deletion", "TransactWriteItems", { TransactItems: [{ Delete: { Key: key("b") } }] }],
    ["a batch of writes", "BatchWriteItem", { RequestItems: {} }],
  ])("is forgotten if the commit beside %s may be another's", async (_, operation, input) => {
    const { ask, get, commit, sent } = standIn();
    await get("a");
    await ask(operation, input, { does: commit });
    await get("a");
    expect(sent.filter((each) => each === "GetItem")).toHaveLength(2);
  });

  test("is not known of a read that was refused", async () => {
    const { ask, get, sent } = standIn();
    await ask("GetItem", { Key: key("a"), ConsistentRead: true }, { status: 400 });
    expect(await get("a", itemOf("a", "read"))).toEqual(itemOf("a", "read"));
    expect(sent).toHaveLength(2);
  });

  test("that was read while something was written is not known", async () => {
    const { ask, get, commit, sent } = standIn();
    await ask("GetItem", { Key: key("a"), ConsistentRead: true }, { does: commit });
    await get("a");
    expect(sent).toHaveLength(2);
  });

  test("is known after the last of the numbers that SQLite counts with", async () => {
    const { get, put, sent } = standIn(2 ** 32 - 1);
    await put("a");
    expect(await get("a")).toEqual(itemOf("a", "put"));
    expect(sent).toEqual(["PutItem"]);
  });

  test("is known up to 16 KB, and all of them together up to 2 MB", async () => {
    const { ask, get, commit, sent } = standIn();
    const put = (name: string, length: number) =>
      ask("PutItem", { Item: itemOf(name, "x".repeat(length)) }, { does: commit });
    await put("long", 17_000);
    await get("long");
    expect(sent.splice(0)).toEqual(["PutItem", "GetItem"]);
    for (let index = 0; index < 150; index++) await put(`${index}`, 16_000);
    sent.length = 0;
    await get("149");
    await get("0");
    expect(sent).toEqual(["GetItem"]);
  });
});

describe("an update", () => {
  const updated = async (before: object, update: object) => {
    const { ask, get, commit, sent } = standIn();
    await get("a", { ...key("a"), ...before });
    await ask("UpdateItem", { Key: key("a"), ...update }, { does: commit });
    const item = await get("a", { asked: { BOOL: true } });
    return { item, isKnown: sent.length === 2 };
  };

  test("sets attributes to values, by their names or by others", async () => {
    const { item } = await updated(
      { one: { N: "1" }, two: { S: "2" } },
      {
        UpdateExpression: "SET #0 = :v, two = :w",
        ExpressionAttributeNames: { "#0": "one" },
        ExpressionAttributeValues: { ":v": { N: "5" }, ":w": { S: "6" } },
      },
    );
    expect(item).toEqual({ ...key("a"), one: { N: "5" }, two: { S: "6" } });
  });

  test("adds to numbers, also to those that are not there yet", async () => {
    const { item } = await updated(
      { one: { N: "1" } },
      { UpdateExpression: "ADD one :by, two :by", ExpressionAttributeValues: { ":by": { N: "2" } } },
    );
    expect(item).toEqual({ ...key("a"), one: { N: "3" }, two: { N: "2" } });
  });

  test.each([
    ["REMOVE one"],
    ["SET one = if_not_exists(one, :by)"],
    ["SET one = one + :by"],
    ["SET one.two = :by"],
    ["SET one = :by ADD two :by"],
    ["SET one = :missing"],
    ["SET one :by"],
    ["ADD one = :by"],
    ["ADD text :by"],
  ])("of another kind makes the item unknown: %s", async (UpdateExpression) => {
    const before = { one: { N: "1" }, text: { S: "x" } };
    const { isKnown } = await updated(before, {
      UpdateExpression,
      ExpressionAttributeValues: { ":by": { N: "2" } },
    });
    expect(isKnown).toBe(false);
  });

  test("of an item that is not known leaves it unknown", async () => {
    const { ask, get, commit, sent } = standIn();
    const update = { UpdateExpression: "SET one = :v", ExpressionAttributeValues: { ":v": { N: "1" } } };
    await ask("UpdateItem", { Key: key("a"), ...update }, { does: commit });
    await get("a");
    expect(sent).toHaveLength(2);
  });
});

describe("with the engine of a data directory", () => {
  let folder: string;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-items-"));
    const directory = await openDataDirectory(folder);
    cleanups.push(directory.close);
    const engine = await startDataEngine(directory);
    cleanups.push(engine.stop);
    await ensureTable();
  });

  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    await rm(folder, { recursive: true });
  });

  const TableName = () => tableName();
  const names = ["a", "b", "c"];
  const keyOf = (sk: string) => ({ pk: "TRIED", sk });
  const values = fc.record({
    n: fc.integer(),
    text: fc.string(),
    list: fc.array(fc.string()),
    gone: fc.constant(undefined),
  });

  /** A write by this process, or by another one, which the SDK's client stands for. */
  const step = fc.record({
    by: fc.constantFrom("own", "own", "own", "other"),
    kind: fc.constantFrom("put", "add", "set", "delete", "transaction", "refused", "batch"),
    name: fc.constantFrom(...names),
    value: values,
  });
  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

  const perform = async ({ by, kind, name, value }: Step): Promise<void> => {
    const Item = { ...keyOf(name), ...value };
    const table = TableName();
    const update = {
      TableName: table,
      Key: keyOf(name),
      UpdateExpression: kind === "add" ? "ADD n :n" : "SET #t = :n",
      ...(kind === "set" && { ExpressionAttributeNames: { "#t": "text" } }),
      ExpressionAttributeValues: { ":n": 1 },
    };
    const refused = { ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(pk)" };
    if (by === "other") {
      const other = sdkClient();
      if (kind === "add" || kind === "set") await other.send(new UpdateCommand(update));
      else if (kind === "delete") await other.send(new DeleteCommand({ TableName: table, Key: keyOf(name) }));
      else if (kind === "batch")
        await other.send(new BatchWriteCommand({ RequestItems: { [table]: [{ PutRequest: { Item } }] } }));
      else await other.send(new PutCommand({ TableName: table, Item }));
      return;
    }
    const mine = database();
    if (kind === "add" || kind === "set") await mine.send(new own.UpdateCommand(update));
    else if (kind === "delete")
      await mine.send(new own.DeleteCommand({ TableName: table, Key: keyOf(name) }));
    else if (kind === "batch")
      await mine.send(new own.BatchWriteCommand({ RequestItems: { [table]: [{ PutRequest: { Item } }] } }));
    else if (kind === "refused")
      await mine.send(new own.PutCommand({ TableName: table, Item, ...refused })).catch(() => {});
    else if (kind === "transaction") {
      const next = names[(names.indexOf(name) + 1) % names.length]!;
      const Delete = { TableName: table, Key: keyOf(next) };
      await mine.send(
        new own.TransactWriteCommand({ TransactItems: [{ Put: { TableName: table, Item } }, { Delete }] }),
      );
    } else await mine.send(new own.PutCommand({ TableName: table, Item }));
  };

  const storedAt = async (sk: string) =>
    (await sdkClient().send(new GetCommand({ TableName: TableName(), Key: keyOf(sk), ConsistentRead: true })))
      .Item;

  test("whatever is written by whom, one after another or at once, reads give what is stored", async () => {
    const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 });
    const property = fc.asyncProperty(groups, async (groupsOfSteps) => {
      for (const group of groupsOfSteps) {
        await Promise.all([...group.map(perform), getItems(names.map(keyOf))]);
        expect(await getItems(names.map(keyOf))).toEqual(await Promise.all(names.map(storedAt)));
      }
    });
    await fc.assert(property, { numRuns: 60, seed: 20_261_124, endOnFailure: true });
  });

  test("whatever the engine acknowledges as put or updated is one commit, even if nothing changes", async () => {
    const changes = changesOf(join(folder, "database.sqlite"))!;
    // At last: it would end the locks of the service's connection.
    cleanups.unshift(changes.close);
    const Put = { TableName: tableName(), Item: { ...keyOf("a"), n: 1 } };
    const Update = {
      TableName: tableName(),
      Key: keyOf("a"),
      UpdateExpression: "SET n = :n",
      ExpressionAttributeValues: { ":n": 1 },
    };
    const check = {
      TableName: tableName(),
      Key: keyOf("b"),
      ConditionExpression: "attribute_not_exists(pk)",
    };
    const commands = [
      new own.PutCommand(Put),
      new own.UpdateCommand(Update),
      new own.TransactWriteCommand({ TransactItems: [{ Put }, { ConditionCheck: check }] }),
      new own.TransactWriteCommand({ TransactItems: [{ Update }] }),
    ];
    const sendAll = async () => {
      const rises = [];
      for (const command of commands) {
        const before = changes.commits()!;
        await database().send(command as own.TableCommand);
        rises.push(changes.commits()! - before);
      }
      return rises;
    };
    await database().send(new own.DeleteCommand({ TableName: tableName(), Key: keyOf("b") }));
    expect([await sendAll(), await sendAll()]).toEqual([Array(4).fill(1), Array(4).fill(1)]);
  });

  test("an answer from memory counts the units that the engine counts", async () => {
    const text = "é".repeat(3_000);
    const list = Array.from({ length: 700 }, (_, index) => index);
    const Item = { ...keyOf("a"), text, list, bytes: Buffer.alloc(2_000), map: { yes: true, no: null } };
    await database().send(new own.PutCommand({ TableName: tableName(), Item }));
    await database().send(new own.PutCommand({ TableName: tableName(), Item: keyOf("b") }));
    const units = async () => {
      const meter = newDatabaseMeter();
      await metered(meter, () => getItems(names.map(keyOf)));
      return meter.readUnits;
    };
    const known = await units();
    await sdkClient().send(new DeleteCommand({ TableName: tableName(), Key: keyOf("c") }));
    await sdkClient().send(new PutCommand({ TableName: tableName(), Item: keyOf("b") }));
    expect(known).toBe(await units());
  });

  test("what this process has written is read while the engine stands still", async () => {
    const value = { n: 1, text: "", list: [], gone: undefined };
    await perform({ by: "own", kind: "put", name: "a", value });
    await perform({ by: "own", kind: "add", name: "a", value });
    const { pid } = JSON.parse(await readFile(join(folder, "engine.json"), "utf8"));
    process.kill(pid, "SIGSTOP");
    try {
      expect(await getItem(keyOf("a"))).toEqual({ ...keyOf("a"), n: 2, text: "", list: [] });
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });
});
