import type { ServerResponse } from "node:http";
import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { databaseAccess, tableName } from "#lib/settings/database.ts";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "#lib/store/condition-errors.ts";
import { database } from "#lib/store/dynamo/send.ts";
import { useTable } from "#test/support/table.ts";
import { startStandIn } from "./stand-in.ts";

vi.mock("#lib/settings/database.ts", { spy: true });

useTable();

afterEach(() => {
  vi.mocked(databaseAccess).mockReset();
});

type Send = typeof database.send;

/** What the SDK gives that sends for itself, without what it says of its own attempts. */
const bySdk: Send = async (operation, input) => {
  vi.mocked(databaseAccess).mockReturnValue(undefined);
  const sent = database.send(operation, input).finally(() => vi.mocked(databaseAccess).mockReset());
  const { $metadata: _, ...output } = (await sent) as { $metadata?: unknown };
  return output as never;
};

const put = (item: object) => database.send("PutItem", { TableName: tableName(), Item: { ...item } });

const oneOf = (pk: string) => ({ TableName: tableName(), Key: { pk, sk: "1" }, ConsistentRead: true });

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "grapheme" }),
    fc.integer(),
    fc.integer().map((thousandths) => thousandths / 1_000),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 9 }),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 }).map((all) => new Set(all)),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie("any"), { maxKeys: 3 }),
  ),
})).any;

/** Bytes as one class, whichever read them. */
const comparable = (given: unknown): unknown => {
  if (given instanceof Uint8Array) return { bytes: [...given] };
  if (given instanceof Set) return { members: [...given].sort() };
  if (Array.isArray(given)) return given.map(comparable);
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([name, member]) => [name, comparable(member)]));
};

describe("against the engine", () => {
  test("any item is stored and read as by the SDK", async () => {
    const property = fc.asyncProperty(value, async (any) => {
      await put({ pk: "ANY", sk: "1", any, left: undefined });
      const [direct, sdk] = [
        await database.send("GetItem", oneOf("ANY")),
        await bySdk("GetItem", oneOf("ANY")),
      ];
      expect(comparable(direct)).toEqual(comparable(sdk));
      expect(comparable(direct.Item)).toEqual(comparable({ pk: "ANY", sk: "1", any }));
    });
    await fc.assert(property, { numRuns: 30 });
  });

  test("queries, scans, batches and updates answer as by the SDK", async () => {
    for (const sk of ["1", "2", "3"]) await put({ pk: "SAME", sk, count: 1, list: [{ deep: [sk] }] });
    const TableName = tableName();
    const page = {
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": "SAME" },
      Limit: 2,
    };
    const keys = ["3", "4", "1"].map((sk) => ({ pk: "SAME", sk }));
    const requests: readonly (readonly [Parameters<Send>[0], object])[] = [
      ["Query", page],
      ["Query", { ...page, ExclusiveStartKey: { pk: "SAME", sk: "2" } }],
      ["Scan", { TableName, Limit: 5 }],
      ["BatchGetItem", { RequestItems: { [TableName]: { Keys: keys } } }],
      ["GetItem", { TableName, Key: { pk: "SAME", sk: "none" } }],
      [
        "UpdateItem",
        {
          ...{ TableName, Key: { pk: "SAME", sk: "1" }, UpdateExpression: "SET #count = :two" },
          ...{ ExpressionAttributeNames: { "#count": "count" }, ExpressionAttributeValues: { ":two": 2 } },
          ReturnValues: "ALL_NEW",
        },
      ],
      ["DeleteItem", { TableName, Key: { pk: "SAME", sk: "none" } }],
    ];
    for (const [operation, input] of requests)
      expect(await database.send(operation, input as never)).toEqual(await bySdk(operation, input as never));
  });
});

const conditional = (sk: string) => ({
  TableName: tableName(),
  Item: { pk: "TAKEN", sk },
  ConditionExpression: "attribute_not_exists(pk)",
});

/** Writes of which a condition does not hold. */
const expectRefusals = async (send: Send): Promise<void> => {
  await expect(send("PutItem", conditional("1"))).rejects.toBeInstanceOf(ConditionalCheckFailedException);
  const TransactItems = ["2", "1"].map((sk) => ({ Put: conditional(sk) }));
  const error = await send("TransactWriteItems", { TransactItems }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  const { reasons } = error as TransactionCanceledException;
  expect(reasons.map(({ Code }) => Code)).toEqual(["None", "ConditionalCheckFailed"]);
};

test("a condition that does not hold is an error of its own, after one request or by the SDK", async () => {
  await put({ pk: "TAKEN", sk: "1" });
  {
    await using passing = await between();
    await expectRefusals(database.send);
    expect(passing.operations()).toEqual(["PutItem", "TransactWriteItems"]);
  }
  await expectRefusals(bySdk);
});

/** Requests that are sent by hand go through it to the engine. The SDK asks the engine itself. */
const between = async (
  answer = (response: ServerResponse, status: number, text: string) => {
    response.writeHead(status).end(text);
  },
) => {
  const { endpoint, ...access } = databaseAccess()!;
  const server = await startStandIn(async (request, response) => {
    const { host: _, ...headers } = request.headers;
    const body = Buffer.concat(await request.toArray());
    const real = await fetch(endpoint, { method: "POST", body, headers: headers as Record<string, string> });
    answer(response, real.status, await real.text());
  });
  vi.mocked(databaseAccess).mockReturnValue({ ...access, endpoint: server.endpoint });
  const close = async () => {
    vi.mocked(databaseAccess).mockReset();
    await server[Symbol.asyncDispose]();
  };
  return { operations: server.operations, [Symbol.asyncDispose]: close };
};

test("a transaction whose answer is lost is done once", async () => {
  const TableName = tableName();
  const add = { UpdateExpression: "ADD #n :one", ExpressionAttributeNames: { "#n": "n" } };
  const Update = {
    TableName,
    Key: { pk: "ONCE", sk: "1" },
    ...add,
    ExpressionAttributeValues: { ":one": 1 },
  };
  {
    await using failing = await between((response) => response.destroy());
    await database.send("TransactWriteItems", {
      TransactItems: [{ Update }],
      ClientRequestToken: "the-same",
    });
    expect(failing.operations()).toEqual(["TransactWriteItems"]);
  }
  expect((await database.send("GetItem", oneOf("ONCE"))).Item).toMatchObject({ n: 1 });
});
