import { randomUUID } from "node:crypto";
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, onTestFinished, test, vi } from "vitest";
import { sdkClient } from "#lib/store/dynamo/sdk-client.ts";
import { ensureTable } from "#local/table.ts";

/** Of a table that no other test has made. */
const newName = () => `test-${randomUUID()}`;

const enabled = { AttributeName: "expires_at", TimeToLiveStatus: "ENABLED" };

const expiryOf = async (table: string) =>
  (await sdkClient().send(new DescribeTimeToLiveCommand({ TableName: table }))).TimeToLiveDescription;

test("a missing table is created as it is described, with its expiry", async () => {
  const name = newName();
  await ensureTable(name);
  const { Table } = await sdkClient().send(new DescribeTableCommand({ TableName: name }));
  expect(Table).toMatchObject({
    TableStatus: "ACTIVE",
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
  });
  expect(await expiryOf(name)).toEqual(enabled);
});

test("a table that a killed process created without its expiry gets it", async () => {
  const name = newName();
  await ensureTable(name);
  const off = { AttributeName: "expires_at", Enabled: false };
  await sdkClient().send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: off }));
  await ensureTable(name);
  expect(await expiryOf(name)).toEqual(enabled);
});

test("a table is created although the SDK repeats the request, because its answer was lost", async () => {
  const name = newName();
  const client = sdkClient();
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  const twice = async (command: object) => {
    if (command instanceof CreateTableCommand) await send(command);
    return send(command);
  };
  const sending = vi.spyOn(client, "send").mockImplementation(twice);
  onTestFinished(() => sending.mockRestore());
  await ensureTable(name);
  expect(await expiryOf(name)).toEqual(enabled);
});

test("an existing table keeps what is in it", async () => {
  const name = newName();
  await ensureTable(name);
  const item = { pk: "PAGE#1", sk: "ROW", title: "A heron" };
  await sdkClient().send(new PutCommand({ TableName: name, Item: item }));
  await ensureTable(name);
  const { Item } = await sdkClient().send(
    new GetCommand({ TableName: name, Key: { pk: "PAGE#1", sk: "ROW" }, ConsistentRead: true }),
  );
  expect(Item).toEqual(item);
});
