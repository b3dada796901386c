// Proves contract rules: server-timing.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { endpoint } from "#lib/http/endpoint.ts";
import { type RequestRecord, withServerTiming } from "#lib/http/request-record.ts";
import { logIn } from "#lib/routes/accounts.ts";
import { createPost, lookUpPost, readPost } from "#lib/routes/editor-posts.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readRoot } from "#lib/routes/root.ts";
import { routes } from "#lib/routes/table.ts";
import { localCredentials } from "#lib/settings/aws.ts";
import { databaseAccess } from "#lib/settings/database.ts";
import { database } from "#lib/store/dynamo/send.ts";
import { useTableStore } from "#lib/store/table-store.ts";
import { answerOf, call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { costOf } from "#test/support/metering.ts";
import { createLivePost, freshSlug, usePasswords, useWorld } from "#test/support/world.ts";

vi.mock("#lib/settings/database.ts", { spy: true });

const world = useWorld();
usePasswords();

beforeEach(() => void vi.stubEnv("LOG_REQUESTS", "true"));

afterEach(() => {
  vi.mocked(databaseAccess).mockReset();
  vi.unstubAllEnvs();
});

/** The lines that some work writes. */
const linesOf = async (work: () => Promise<unknown>) => {
  using captured = captureLog();
  await work();
  return captured.lines;
};

const uuid = /^[\da-f-]{36}$/;

describe("a line for each request", () => {
  test("says which route answered what, to whom, how long it took, and what it cost", async () => {
    const { id } = await createLivePost(world.notes);
    const read = () => call(readPost, { as: "ada", params: { id } });
    const answer = await read();
    const [line, ...others] = await linesOf(read);
    expect(others).toEqual([]);
    expect(line).toEqual({
      level: "info",
      route: "editor/posts/read",
      method: "GET",
      path: "/api/editor/posts/{id}/",
      status: 200,
      duration_ms: expect.any(Number),
      principal: (await call(whoAmI, { as: "ada" })).body.user.id,
      cold: false,
      bytes: Buffer.byteLength(answer.text),
      db_requests: expect.any(Number),
      db_read_units: expect.any(Number),
      db_write_units: 0,
      db_ms: expect.any(Number),
      request_id: expect.stringMatching(uuid),
      lambda_request_id: expect.stringMatching(uuid),
    });
    expect(line?.duration_ms).toBeGreaterThan(0);
    const documented = await readFile("docs/operations.md", "utf8");
    for (const member of Object.keys(line!))
      expect(documented).toMatch(new RegExp(`^\\| .*\`${member}\``, "m"));
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a read without the SDK", () => call(listPages)],
    ["a read of an editor", () => call(lookUpPost, { as: "ada", query: { parent: world.notes, slug: "-" } })],
    [
      "a write",
      () => call(createPost, { as: "ada", body: { parent: { id: world.notes }, title: freshSlug() } }),
    ],
  ])("counts of %s what DynamoDB counts, whoever sends it", async (_, ask) => {
    await ask();
    const [direct] = await linesOf(ask);
    expect(direct?.db_requests).toBeGreaterThan(0);
    expect(direct?.db_ms).toBeGreaterThan(0);
    let bySdk: Awaited<ReturnType<typeof linesOf>> = [];
    const { requests, readUnits, writeUnits } = await costOf(async () => {
      vi.mocked(databaseAccess).mockReturnValue(undefined);
      bySdk = await linesOf(ask);
    });
    const counted = { db_requests: requests, db_read_units: readUnits, db_write_units: writeUnits };
    expect(bySdk[0]).toMatchObject(counted);
    expect(direct).toMatchObject(counted);
  });

  test("names the caller also where the route refuses them, and nobody for strangers", async () => {
    const body = { parent: { id: world.notes }, title: "x" };
    const [refused] = await linesOf(() => call(createPost, { as: "ada-none", body }));
    expect(refused).toMatchObject({ level: "info", status: 403, principal: expect.any(Number) });
    expect(refused?.refusal).toBe("insufficient_scope");
    const [stranger] = await linesOf(() => call(createPost, { body }));
    expect(stranger).toMatchObject({ status: 403, principal: null, db_requests: 0 });
    const [unknown] = await linesOf(() => call(listPages, { as: "nobody" }));
    expect(unknown).toMatchObject({ status: 401, principal: null, refusal: "bearer_rejected" });
    const [wrong] = await linesOf(() => call(createPost, { as: "ada", body: {} }));
    expect(wrong).toMatchObject({ status: 400, refusal: "validation_error" });
  });

  test("counts each request by itself, also of many at once", async () => {
    await call(listPages);
    const lines = await linesOf(() => Promise.all(Array.from({ length: 20 }, () => call(listPages))));
    // They share one look at the change log.
    expect(lines.map(({ db_requests: requests }) => requests).toSorted()).toEqual([...Array(19).fill(0), 1]);
  });

  test("says which request was the first of its function, and makes a metric of it on AWS", async () => {
    vi.stubEnv("METRICS_NAMESPACE", "Lectern/trial");
    const handler = endpoint(readRoot, () => ({}) as never);
    const event = {
      rawPath: "/api",
      rawQueryString: "",
      headers: {},
      requestContext: { requestId: "1", http: { method: "GET", sourceIp: "127.0.0.1" } },
    } as unknown as APIGatewayProxyEventV2;
    const lines = await linesOf(async () => {
      for (let count = 0; count < 2; count++)
        await handler({ ...event }, { awsRequestId: "2" } as Context, {} as never);
    });
    expect(lines.map(({ cold }) => cold)).toEqual([true, false]);
    expect(lines.map(({ ColdStarts }) => ColdStarts)).toEqual([1, undefined]);
    expect(lines[0]?._aws.CloudWatchMetrics).toEqual([
      { Namespace: "Lectern/trial", Dimensions: [[]], Metrics: [{ Name: "ColdStarts", Unit: "Count" }] },
    ]);
  });
});

test("no line has a secret, a value of a query, a header, a path or a body, whatever is sent where", async () => {
  const secret = "s3cr3t-of-somebody";
  const lines = await linesOf(async () => {
    for (const route of routes) {
      const params = Object.fromEntries(
        [...route.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = ""]) => [
          name,
          (route.params as readonly string[]).includes(name) ? "9" : secret,
        ]),
      );
      const headers = {
        cookie: `sessionid=${secret}; csrftoken=${secret}`,
        "idempotency-key": secret,
        "if-match": secret,
        "user-agent": secret,
        referer: `https://x.example/${secret}`,
        "x-amzn-trace-id": `Root=${secret}`,
      };
      const query = { [secret]: secret, q: secret, token: secret, cursor: secret, search: secret };
      const fields = { username: secret, password: secret, title: secret, token: secret, [secret]: secret };
      await answerOf(route, { as: secret, params, query, headers, body: fields });
      const { cookie: _, ...others } = headers;
      await answerOf(route, { as: "su", params, query, headers: others, body: fields });
      await answerOf(route, { as: "su", params, body: `{"title": "${secret}` });
    }
    await call(logIn, { body: { username: secret, password: secret } });
    vi.mocked(databaseAccess).mockImplementation(() => {
      throw new Error("The engine fails.");
    });
    vi.spyOn(database, "send").mockRejectedValue(new Error("The engine fails."));
    await answerOf(listPages, { as: secret, query: { search: secret } });
    vi.restoreAllMocks();
  });
  expect(lines.length).toBeGreaterThan(2 * routes.length);
  expect(new Set(lines.map(({ route }) => route))).toEqual(new Set(routes.map(({ id }) => id)));
  expect(lines.filter((line) => JSON.stringify(line).includes(secret))).toEqual([]);
});

describe("the trace of X-Ray", () => {
  const root = "1-67891233-abcdef012345678912345678";

  test("is in the line, if the header has the form of one", async () => {
    const ask = (header: string) =>
      linesOf(() => call(listPages, { headers: { "x-amzn-trace-id": header } }));
    expect((await ask(`Self=1-67891234-12456789abcdef012345678;Root=${root}`))[0]?.trace_id).toBe(root);
    expect((await ask(`Root=${root}; drop`))[0]?.trace_id).toBe(root);
    expect((await ask("Root=anything"))[0]).not.toHaveProperty("trace_id");
  });

  test("is passed on to DynamoDB by a function, with and without the SDK", async () => {
    const header = `Root=${root};Parent=53995c3f42cd8ad8;Sampled=0`;
    vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "pages-list");
    vi.stubEnv("_X_AMZN_TRACE_ID", header);
    const passed: unknown[] = [];
    const server = createServer((request, response) => {
      passed.push([request.headers["x-amzn-trace-id"], /trace/.test(`${request.headers.authorization}`)]);
      response.writeHead(500).end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    onTestFinished(useTableStore());
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const access = { region: "eu-west-1", credentials: localCredentials, checksSignatures: true };
    vi.mocked(databaseAccess).mockReturnValue({ ...access, endpoint });
    const [line] = await linesOf(() => call(listPages));
    expect(line?.trace_id).toBe(root);

    vi.mocked(databaseAccess).mockReturnValue(undefined);
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", endpoint);
    vi.stubEnv("AWS_REGION", access.region);
    vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
    const count = passed.length;
    await call(readLivePage, { params: { id: world.notes } });
    expect(count).toBeGreaterThan(0);
    expect(passed.length).toBeGreaterThan(count);
    for (const each of passed) expect(each).toEqual([header, false]);
  });
});

describe("Server-Timing", () => {
  const ask = (as: string | undefined, prefer: string) =>
    call(whoAmI, { ...(as && { as }), headers: { prefer } });

  test("is sent to editors who prefer it", async () => {
    const { headers } = await ask("ada", "return=minimal, Server-Timing");
    expect(headers["server-timing"]).toMatch(
      /^total;dur=[\d.]+, db;dur=[\d.]+;desc="\d+ requests, [\d.]+ read units, 0 write units"(, cold)?$/,
    );
    const refused = await call(readPost, {
      as: "ada",
      params: { id: 0 },
      headers: { prefer: "server-timing" },
    });
    expect([refused.status, refused.headers["server-timing"]]).toEqual([
      404,
      expect.stringMatching(/^total/),
    ]);
  });

  test.each<[string, string | undefined, string]>([
    ["strangers", undefined, "server-timing"],
    ["users without admin access", "ed", "server-timing"],
    ["editors who prefer something else", "ada", "x-server-timing-y"],
  ])("is not sent to %s", async (_, as, prefer) => {
    expect((await ask(as, prefer)).headers).not.toHaveProperty("server-timing");
  });

  test("is not in what all may keep", async () => {
    const { headers } = await call(readLivePage, {
      as: "ada",
      params: { id: world.notes },
      headers: { prefer: "server-timing" },
    });
    expect(headers["cache-control"]).toMatch(/private/);
    expect(headers).toHaveProperty("server-timing");
    const record = { principal: { groups: [], user: { superuser: true } } } as unknown as RequestRecord;
    const kept = { "cache-control": "public, max-age=60" };
    expect(withServerTiming(kept, "server-timing", record)).toBe(kept);
  });
});
