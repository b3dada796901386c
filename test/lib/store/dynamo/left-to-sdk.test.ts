import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { databaseAccess, tableName } from "#lib/settings/database.ts";
import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import { sendBySdk } from "#lib/store/dynamo/sdk-client.ts";
import { itemsOf } from "../table-store/partitions.ts";
import { cutOff, dynamoError, type StandIn, saying, startStandIn } from "./stand-in.ts";

vi.mock("#lib/settings/database.ts", { spy: true });
vi.mock("#lib/store/dynamo/sdk-client.ts", { spy: true });

afterEach(() => {
  vi.mocked(databaseAccess).mockReset();
  vi.mocked(sendBySdk).mockReset();
  vi.unstubAllEnvs();
});

/** A DynamoDB at which hand-signed requests arrive, while the SDK gets another answer. */
const standIn = async (answer: RequestListener, bySdk?: object): Promise<StandIn> => {
  const server = await startStandIn(answer);
  const credentials = { accessKeyId: "id", secretAccessKey: "secret", sessionToken: "passing" };
  const access = { endpoint: server.endpoint, checksSignatures: true, region: "eu-west-1", credentials };
  vi.mocked(databaseAccess).mockReturnValue(access);
  if (bySdk) vi.mocked(sendBySdk).mockResolvedValue(bySdk);
  return server;
};

const item = { pk: "LEFT", sk: "1" };

const queried = () => itemsOf(dynamoTable.query({ pk: "LEFT" }));

describe("what goes wrong is left to the SDK:", () => {
  const failures: readonly [string, RequestListener][] = [
    ["throttling", saying(400, dynamoError("ProvisionedThroughputExceededException"))],
    ["a refused signature", saying(403, dynamoError("AccessDeniedException"))],
    ["a failure", saying(500, dynamoError("InternalServerError"))],
    ["a failure with items", saying(500, '{"Items":[]}')],
    ["a page of something else", saying(200, "<html>")],
    ["a refusal without a reason", saying(400, "null")],
    ["an answer that is no object", saying(200, "7")],
    ["an answer that is cut off", cutOff],
    ["a closed connection", (request) => request.socket.destroy()],
  ];

  test.each<[string, RequestListener]>([
    ...failures,
    ["an answer without items", saying(200, "{}")],
    ["no answer at all", () => {}],
  ])("%s, to a query", async (_, answer) => {
    await using server = await standIn(answer, { Items: [item] });
    expect(await queried()).toEqual([item]);
    expect(server.operations()).toEqual(["Query"]);
    expect(sendBySdk).toHaveBeenCalledExactlyOnceWith(
      "Query",
      expect.objectContaining({ TableName: tableName() }),
    );
  });

  test.each<[string, RequestListener]>([
    ...failures,
    ["a conflict of a single write", saying(400, dynamoError("TransactionConflictException"))],
  ])("%s, to a write", async (_, answer) => {
    await using server = await standIn(answer, {});
    await dynamoTable.write({ put: item });
    expect(server.operations()).toEqual(["PutItem"]);
    expect(sendBySdk).toHaveBeenCalledExactlyOnceWith("PutItem", { TableName: tableName(), Item: item });
  });

  test.each<[string, RequestListener]>([
    ["throttling", saying(400, dynamoError("ProvisionedThroughputExceededException"))],
    ["an answer without items", saying(200, "{}")],
  ])("%s, to a request for several items", async (_, answer) => {
    const items = [item, { pk: "LEFT", sk: "2" }];
    await using server = await standIn(answer, { Responses: { [tableName()]: items.toReversed() } });
    expect(await dynamoTable.getMany(items)).toEqual(items);
    expect(server.operations()).toEqual(["BatchGetItem"]);
  });

  test("an address where nobody listens", async () => {
    const server = await standIn(saying(200, "{}"), { Items: [item] });
    await server[Symbol.asyncDispose]();
    expect(await queried()).toEqual([item]);
  });

  test("a value that DynamoDB does not know, which the SDK refuses", async () => {
    await using server = await standIn(saying(200, "{}"));
    const { database } = await import("#lib/store/dynamo/send.ts");
    const put = (more: object) =>
      database.send("PutItem", { TableName: tableName(), Item: { ...item, ...more } });
    await expect(put({ number: Number.NaN })).rejects.toThrow("NaN");
    await expect(put({ day: new Date(0) })).rejects.toThrow("convertClassInstanceToMap");
    expect(server.requests).toEqual([]);
  });
});

interface BatchRequest {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly object[] }>>;
}

/** The first item that was asked for, and that the others were not read. */
const firstOf: RequestListener = async (request, response) => {
  const table = tableName();
  const asked = JSON.parse(await text(request)) as BatchRequest;
  const [read, ...unread] = asked.RequestItems[table]!.Keys;
  const UnprocessedKeys = unread.length > 0 ? { [table]: { Keys: unread } } : {};
  saying(200, JSON.stringify({ Responses: { [table]: [read] }, UnprocessedKeys }))(request, response);
};

test("items that an answer leaves out are asked for again", async () => {
  const items = ["1", "2", "3"].map((sk) => ({ pk: "LEFT", sk }));
  await using server = await standIn(firstOf);
  expect(await dynamoTable.getMany(items)).toEqual(items);
  expect(server.requests).toHaveLength(3);
  expect(sendBySdk).not.toHaveBeenCalled();
});

test("one connection serves many queries, each with the session token and its own signature", async () => {
  await using server = await standIn(saying(200, '{"Items":[]}'));
  for (const after of ["1", "2", "3"]) await itemsOf(dynamoTable.query({ pk: "LEFT", after }));
  expect(new Set(server.requests.map(({ socket }) => socket)).size).toBe(1);
  expect(new Set(server.requests.map(({ headers }) => headers.authorization)).size).toBe(3);
  for (const { headers } of server.requests) expect(headers["x-amz-security-token"]).toBe("passing");
});

describe("who may sign", () => {
  const lambda = {
    DYNAMODB_ENDPOINT: "",
    AWS_LAMBDA_FUNCTION_NAME: "pages-list",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_SESSION_TOKEN: "passing",
    AWS_ENDPOINT_URL: "",
  };

  const inEnvironment = (variables: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  };

  test("a Lambda, with the credentials that it was given", () => {
    inEnvironment(lambda);
    expect(databaseAccess()).toEqual({
      endpoint: "https://dynamodb.eu-central-1.amazonaws.com",
      checksSignatures: true,
      region: "eu-central-1",
      credentials: { accessKeyId: "id", secretAccessKey: "secret", sessionToken: "passing" },
    });
  });

  test.each<[string, Partial<typeof lambda>]>([
    ["no Lambda", { AWS_LAMBDA_FUNCTION_NAME: "" }],
    ["a Lambda without credentials", { AWS_ACCESS_KEY_ID: "" }],
    ["a Lambda without a session", { AWS_SESSION_TOKEN: "" }],
    ["a Lambda that is told of another address", { AWS_ENDPOINT_URL: "http://127.0.0.1:4566" }],
    ["a Lambda in China", { AWS_REGION: "cn-north-1" }],
    ["a Lambda of a government", { AWS_REGION: "us-gov-west-1" }],
  ])("not %s", async (_, difference) => {
    inEnvironment({ ...lambda, ...difference });
    expect(databaseAccess()).toBeUndefined();
  });
});
