import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Change } from "#lib/pages/change.ts";
import { databaseAccess, tableName } from "#lib/settings/database.ts";
import { changesAfter, changesSince, putChange } from "#lib/store/changes.ts";
import { getItems } from "#lib/store/client.ts";
import { sendBySdk } from "#lib/store/dynamo/sdk-client.ts";
import { loadItems } from "#lib/store/load-items.ts";
import type { Items, PartitionQuery } from "#lib/store/port/table-store.ts";
import { padded } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { useTable } from "#test/support/table.ts";

vi.mock("#lib/settings/database.ts", { spy: true });
vi.mock("#lib/store/dynamo/sdk-client.ts", { spy: true });

useTable();

afterEach(() => {
  vi.mocked(databaseAccess).mockReset();
  vi.mocked(sendBySdk).mockReset();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

let last = 0;

/** Puts a change at the end of the log and gives its number. */
const append = async (change: Change = { kind: "void" }): Promise<number> => {
  await tableStore().write(putChange({ number: ++last, mark: undefined }, change));
  return last;
};

/** The answers to a query, one after the other. */
const queried = async (query: PartitionQuery): Promise<readonly Items[]> => {
  const answers: Items[] = [];
  for await (const answer of tableStore().query(query)) answers.push(answer);
  return answers;
};

/** Has the SDK send everything. */
const bySdk = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  vi.mocked(databaseAccess).mockReturnValue(undefined);
  return work().finally(() => vi.mocked(databaseAccess).mockReset());
};

/** A DynamoDB at which hand-signed queries arrive; the SDK goes on asking the engine. */
const standIn = async (answer: RequestListener) => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: "id", secretAccessKey: "secret", sessionToken: "passing" };
  vi.mocked(databaseAccess).mockReturnValue({
    endpoint,
    checksSignatures: true,
    region: "eu-west-1",
    credentials,
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { requests, close, [Symbol.asyncDispose]: close };
};

const saying =
  (status: number, text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(text);

/** The first item that was asked for, and that the others were not read. */
const firstOf: RequestListener = async (request, response) => {
  const table = tableName();
  const asked = JSON.parse(await text(request)) as BatchRequest;
  const [read, ...unread] = asked.RequestItems[table]!.Keys;
  const UnprocessedKeys = unread.length > 0 ? { [table]: { Keys: unread } } : {};
  saying(200, JSON.stringify({ Responses: { [table]: [read] }, UnprocessedKeys }))(request, response);
};

interface BatchRequest {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly object[] }>>;
}

describe("against the engine", () => {
  test("the items above a key come as the SDK gives them, in the order of their keys", async () => {
    const after = padded(await append());
    const numbers = [await append({ kind: "site", version: 7 }), await append()];
    const answers = await queried({ pk: "CHANGES", after });
    expect(answers).toHaveLength(1);
    expect(answers[0]?.items.map(({ sk }) => sk)).toEqual(numbers.map(padded));
    expect(sendBySdk).not.toHaveBeenCalled();
    expect(await bySdk(() => queried({ pk: "CHANGES", after }))).toEqual(answers);
  });

  test("there are none above the last one", async () => {
    expect(await queried({ pk: "CHANGES", after: padded(await append()) })).toEqual([
      { items: [], omitted: 0 },
    ]);
  });

  test("text of any script arrives as it was written", async () => {
    const item = { pk: "WORDS", sk: "1", text: "„Möwe“ 🐦 \u0000 海", count: 0.5 };
    await tableStore().write({ put: item });
    expect(await queried({ pk: "WORDS" })).toEqual([{ items: [item], omitted: 0 }]);
  });

  test("one item comes as the SDK gives it, bytes included, and so does that there is none", async () => {
    const item = { pk: "ONE", sk: "1", text: "x", count: 2, bytes: new Uint8Array([0, 255, 7]) };
    await tableStore().write({ put: item });
    const given = await tableStore().get({ pk: "ONE", sk: "1" });
    expect({ ...given, bytes: new Uint8Array(given?.bytes as Uint8Array) }).toEqual(item);
    expect(await bySdk(() => tableStore().get({ pk: "ONE", sk: "1" }))).toEqual(item);
    expect(await tableStore().get({ pk: "ONE", sk: "2" })).toBeUndefined();
    expect(await tableStore().get({ pk: "ONE", sk: "1" }, ["pk", "count"])).toEqual({ pk: "ONE", count: 2 });
  });

  test("some items come as the SDK gives them, in the order of their keys, and without it", async () => {
    const items = ["1", "2"].map((sk) => ({ pk: "SOME", sk, count: 2, isOpen: sk === "1" }));
    for (const item of items) await tableStore().write({ put: item });
    const keys = ["2", "3", "1"].map((sk) => ({ pk: "SOME", sk }));
    expect(await getItems(keys)).toEqual([items[1], undefined, items[0]]);
    expect(await getItems([])).toEqual([]);
    expect(sendBySdk).not.toHaveBeenCalled();
    expect(await bySdk(() => getItems(keys))).toEqual([items[1], undefined, items[0]]);
  });

  test("a key may be asked for twice, and more keys than one request takes", async () => {
    const item = { pk: "TWICE", sk: "1" };
    await tableStore().write({ put: item });
    expect(await getItems([item, item])).toEqual([item, item]);
    const others = Array.from({ length: 101 }, (_, index) => ({ pk: "TWICE", sk: String(index) }));
    expect((await getItems(others)).filter((each) => each !== undefined)).toEqual([item]);
    expect(sendBySdk).not.toHaveBeenCalled();
  });

  test("the change log is read without the SDK", async () => {
    const number = await append();
    expect(await changesAfter(number - 1)).toMatchObject([{ number, change: { kind: "void" } }]);
    expect(sendBySdk).not.toHaveBeenCalled();
  });

  test("an item that is known by an attribute is left out where it lies, and counted", async () => {
    const after = padded(last);
    const number = ++last;
    await tableStore().write(putChange({ number, mark: "known" }, { kind: "void" }));
    const unmarked = await append();
    const sent = async (value: string) => {
      const without = { attribute: "mark", value };
      const [answer] = await queried({ pk: "CHANGES", after, without });
      return [answer?.items.map(({ sk }) => Number(sk)), answer?.omitted];
    };
    expect(await sent("known")).toEqual([[unmarked], 1]);
    expect(await sent("another")).toEqual([[number, unmarked], 0]);
    for (const access of [databaseAccess(), undefined]) {
      vi.mocked(databaseAccess).mockReturnValue(access);
      expect(await changesSince({ number, mark: "known" })).toMatchObject({
        changes: [{ number: unmarked }],
        hasAnchor: true,
      });
      expect(await changesSince({ number, mark: "another" })).toMatchObject({
        changes: [{ number: unmarked }],
        hasAnchor: false,
      });
    }
  });

  test("more than one answer holds comes in several", async () => {
    const known = last;
    const large: Change = { kind: "void", ...{ padding: "x".repeat(300_000) } };
    // DynamoDB Local answers with the item that goes beyond 1 MB, and says that there are more.
    const numbers: number[] = [];
    for (let count = 0; count < 5; count++) numbers.push(await append(large));
    expect((await queried({ pk: "CHANGES", after: padded(known) })).length).toBeGreaterThan(1);
    expect((await changesAfter(known)).map(({ number }) => number)).toEqual(numbers);
    expect(sendBySdk).not.toHaveBeenCalled();
  });
});

describe("what goes wrong is left to the SDK", () => {
  const throttled = '{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}';

  test.each<[string, RequestListener]>([
    ["throttling", saying(400, throttled)],
    ["a refused signature", saying(403, '{"__type":"com.amazon.coral.service#AccessDeniedException"}')],
    ["a failure", saying(500, '{"Items":[]}')],
    ["a page of something else", saying(200, "<html>")],
    ["an answer without items", saying(200, "{}")],
    [
      "an answer that is cut off",
      (_request, response) => {
        response.writeHead(200, { "content-length": "100" }).write('{"Items":[]}');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ["a closed connection", (request) => request.socket.destroy()],
    ["no answer at all", () => {}],
  ])("%s", async (_, answer) => {
    const number = await append();
    await using server = await standIn(answer);
    expect(await changesAfter(number - 1)).toMatchObject([{ number }]);
    expect(server.requests).toHaveLength(1);
    expect(sendBySdk).toHaveBeenCalledTimes(1);
  });

  test.each<[string, RequestListener]>([
    ["throttling", saying(400, throttled)],
    ["an answer without items", saying(200, "{}")],
  ])("%s to a request for several items", async (_, answer) => {
    const items = ["1", "2"].map((sk) => ({ pk: "SEVERAL", sk }));
    for (const item of items) await tableStore().write({ put: item });
    await using server = await standIn(answer);
    expect(await getItems(items)).toEqual(items);
    expect(server.requests).toHaveLength(1);
  });

  test("keys are told apart by where a space is in them", async () => {
    const items = [
      { pk: "A B", sk: "C" },
      { pk: "A", sk: "B C" },
    ];
    await loadItems(items.map((put) => ({ put })));
    expect(await getItems(items)).toEqual(items);
  });

  test("items that an answer leaves out are asked for again", async () => {
    const items = ["1", "2", "3"].map((sk) => ({ pk: "LEFT", sk }));
    await using server = await standIn(firstOf);
    expect(await getItems(items)).toEqual(items);
    expect(server.requests).toHaveLength(3);
    expect(sendBySdk).not.toHaveBeenCalled();
  });

  test("an address where nobody listens", async () => {
    const number = await append();
    const server = await standIn(saying(200, "{}"));
    await server.close();
    expect(await changesAfter(number - 1)).toMatchObject([{ number }]);
  });
});

test("one connection serves many queries, each with the session token and its own signature", async () => {
  await using server = await standIn(saying(200, '{"Items":[]}'));
  for (const number of [1, 2, 3]) await changesAfter(number);
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
