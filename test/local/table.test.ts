import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sdkClient } from "#lib/store/dynamo/sdk-client.ts";
import { setEnvironment } from "#local/environment.ts";
import { ensureTable } from "#local/table.ts";
import { type Engine, startEngine } from "#test/engines/dynoxide/engine.ts";

let engine: Engine;

beforeAll(async () => {
  engine = await startEngine();
  setEnvironment({ DYNAMODB_ENDPOINT: engine.endpoint });
});

afterAll(() => engine.stop());

const enabled = { AttributeName: "expires_at", TimeToLiveStatus: "ENABLED" };

const expiryOf = async (table: string) =>
  (await sdkClient().send(new DescribeTimeToLiveCommand({ TableName: table }))).TimeToLiveDescription;

test("a missing table is created as it is described, with its expiry", async () => {
  await ensureTable("missing");
  const { Table } = await sdkClient().send(new DescribeTableCommand({ TableName: "missing" }));
  expect(Table).toMatchObject({
    TableStatus: "ACTIVE",
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
  });
  expect(await expiryOf("missing")).toEqual(enabled);
});

test("a table that a killed process created without its expiry gets it", async () => {
  await ensureTable("cut-off");
  const off = { AttributeName: "expires_at", Enabled: false };
  await sdkClient().send(new UpdateTimeToLiveCommand({ TableName: "cut-off", TimeToLiveSpecification: off }));
  await ensureTable("cut-off");
  expect(await expiryOf("cut-off")).toEqual(enabled);
});

test("a table is created although the SDK repeats the request, because its answer was lost", async () => {
  const client = sdkClient();
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  const twice = async (command: object) => {
    if (command instanceof CreateTableCommand) await send(command);
    return send(command);
  };
  const sending = vi.spyOn(client, "send").mockImplementation(twice);
  onTestFinished(() => sending.mockRestore());
  await ensureTable("repeated");
  expect(await expiryOf("repeated")).toEqual(enabled);
});

test("an existing table keeps what is in it", async () => {
  await ensureTable("existing");
  const item = { pk: "PAGE#1", sk: "ROW", title: "A heron" };
  await sdkClient().send(new PutCommand({ TableName: "existing", Item: item }));
  await ensureTable("existing");
  const { Item } = await sdkClient().send(
    new GetCommand({ TableName: "existing", Key: { pk: "PAGE#1", sk: "ROW" }, ConsistentRead: true }),
  );
  expect(Item).toEqual(item);
});
