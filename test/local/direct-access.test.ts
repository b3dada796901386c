import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { inTime } from "#lib/deadline.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { databaseAccess, tableName } from "#lib/settings/database.ts";
import { getItems } from "#lib/store/client.ts";
import { ConditionalCheckFailedException } from "#lib/store/condition-errors.ts";
import { sendBySdk } from "#lib/store/dynamo/sdk-client.ts";
import { database } from "#lib/store/dynamo/send.ts";
import * as exchange from "#lib/store/dynamo/signed-exchange.ts";
import { directAccess } from "#local/engine/direct/direct-access.ts";
import { holdSyncs } from "./held-syncs.ts";
import { type TemporaryEngine, temporaryEngine } from "./temporary-engine.ts";

vi.mock("#lib/store/dynamo/signed-exchange.ts", { spy: true });

const asked = () => vi.mocked(exchange.signedExchange).mock.calls.map(([, operation]) => operation);

const addOne = (name: string) => ({
  TableName: tableName(),
  Key: { pk: "COUNTED", sk: name },
  UpdateExpression: "ADD #count :one",
  ExpressionAttributeNames: { "#count": "count" },
  ExpressionAttributeValues: { ":one": 1 },
  ReturnValues: "UPDATED_NEW" as const,
});

const add = (name: string): Promise<unknown> => database.send("UpdateItem", addOne(name));
const countOf = async (name: string) => (await getItems([{ pk: "COUNTED", sk: name }]))[0]?.count;

describe("a process with direct access", () => {
  let engine: TemporaryEngine;
  let direct: ReturnType<typeof directAccess>;

  beforeAll(async () => {
    engine = await temporaryEngine();
    await database.send("PutItem", { TableName: tableName(), Item: { pk: "FIRST", sk: "0" } });
  });

  afterAll(() => engine.dispose());

  beforeEach(async () => {
    direct = directAccess(engine.databaseFile);
    await direct.begin(databaseAccess()!.endpoint);
    vi.mocked(exchange.signedExchange).mockClear();
  });

  afterEach(async () => {
    await direct.end();
    vi.restoreAllMocks();
  });

  /** Whether what was begun has ended, or failed, by now. */
  const watched = (work: Promise<unknown>) => {
    const seen = { isOver: false };
    const note = () => {
      seen.isOver = true;
    };
    work.then(note, note);
    return seen;
  };

  test("loses nothing beside the engine, which writes the same items for others", async () => {
    const seen: number[] = [];
    const addOften = async (send: () => Promise<unknown>) => {
      for (let turn = 0; turn < 60; turn++) {
        const { Attributes } = (await send()) as { readonly Attributes: { readonly count: number } };
        seen.push(Attributes.count);
      }
    };
    const input = addOne("shared");
    await Promise.all([
      addOften(() => add("shared")),
      addOften(() => add("shared")),
      addOften(() => sendBySdk("UpdateItem", input)),
      addOften(() => sendBySdk("UpdateItem", input)),
    ]);
    // Each has a number of its own.
    expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 240 }, (_, n) => n + 1));
    expect(await countOf("shared")).toBe(240);
    // The first of all, at least, met nobody.
    expect(asked().length).toBeLessThan(120);
  });

  test("leaves a write in 65 to the engine, which empties the log", async () => {
    for (let turn = 0; turn < 130; turn++) await add("alone");
    expect(asked()).toEqual(["UpdateItem", "UpdateItem"]);
    expect(await countOf("alone")).toBe(130);
  });

  test("tells nobody of a write that is not on the disk yet", async () => {
    await add("told");
    const syncs = await holdSyncs(engine.databaseFile);
    const first = add("told");
    await expect.poll(() => syncs.length).toBe(1);
    const onlyNew = {
      TableName: tableName(),
      Item: { pk: "COUNTED", sk: "told" },
      ConditionExpression: "attribute_not_exists(pk)",
    };
    const refused = database.send("PutItem", onlyNew);
    const read = countOf("told");
    const all = [first, refused, read].map(watched);
    await nextTurn();
    expect(all).toEqual([{ isOver: false }, { isOver: false }, { isOver: false }]);
    syncs[0]!.resolve();
    expect(await read).toBe(2);
    await first;
    await expect(refused).rejects.toThrow(ConditionalCheckFailedException);
    expect(asked()).toEqual([]);
  });

  test("lets the engine's answers wait for the disk, too", async () => {
    await add("scanned");
    const syncs = await holdSyncs(engine.databaseFile);
    const added = add("scanned");
    await expect.poll(() => syncs.length).toBe(1);
    const scanned = database.send("Scan", { TableName: tableName() });
    const course = watched(scanned);
    await expect.poll(asked).toEqual(["Scan"]);
    await vi.mocked(exchange.signedExchange).mock.results[0]!.value;
    await nextTurn();
    expect(course).toEqual({ isOver: false });
    syncs[0]!.resolve();
    expect((await scanned).Items).toContainEqual(expect.objectContaining({ sk: "scanned" }));
    await added;
  });

  test("does not send again what the disk refuses, and fails", async () => {
    const syncs = await holdSyncs(engine.databaseFile);
    const refused = add("refused");
    await expect.poll(() => syncs.length).toBe(1);
    syncs[0]!.reject(new Error("EIO: i/o error, fdatasync"));
    await expect(refused).rejects.toThrow(EngineFault);
    await expect(countOf("refused")).rejects.toThrow(EngineFault);
    await expect(add("refused")).rejects.toThrow(EngineFault);
    expect(asked()).toEqual([]);
    const { message } = await direct.failed;
    expect(message).toMatch(
      /^The disk refuses what is written to .*database\.sqlite \(EIO: .*\); look at the disk, which is not full, and start again\.$/,
    );
    await direct.end();
    expect(await countOf("refused")).toBe(2);
  });

  test("waits for the disk no longer than a request may", async () => {
    const syncs = await holdSyncs(engine.databaseFile);
    const late = inTime(50, () => add("late"));
    await expect(late).rejects.toThrow("The request has waited for as long as it may.");
    expect(asked()).toEqual([]);
    for (const { resolve } of syncs) resolve();
  });

  test("waits for the disk before it ends, and asks the engine afterwards", async () => {
    const syncs = await holdSyncs(engine.databaseFile);
    const writes = Array.from({ length: 20 }, () => add("ended"));
    await expect.poll(() => syncs.length).toBe(1);
    const end = direct.end();
    const ending = watched(end);
    await nextTurn();
    expect(ending).toEqual({ isOver: false });
    syncs[0]!.resolve();
    await Promise.all([end, ...writes]);
    expect(syncs).toHaveLength(1);
    expect(asked()).toEqual([]);
    await add("ended");
    expect(asked()).toEqual(["UpdateItem"]);
    expect(await countOf("ended")).toBe(21);
  });

  test("leaves no file open if it ends while it begins", async () => {
    const other = directAccess(engine.databaseFile);
    const begun = other.begin(databaseAccess()!.endpoint);
    await other.end();
    await begun;
    await direct.end();
    await add("neither");
    expect(asked()).toEqual(["UpdateItem"]);
  });
});
