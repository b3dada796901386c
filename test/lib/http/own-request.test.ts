import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import { operatorId, type Principal } from "#lib/access/principal.ts";
import { handOver } from "#lib/http/request-record.ts";
import { listUsers } from "#lib/routes/administration.ts";
import { routes } from "#lib/routes/table.ts";
import { readSite } from "#lib/store/site.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { loadFunction, refusalOf } from "#test/support/functions.ts";
import { sourcesBelow } from "#test/support/sources.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const operator = async (): Promise<Principal> => ({
  user: {
    ...{ id: operatorId, username: "", email: "", passwordHash: null, groups: [], version: 0 },
    ...{ active: true, staff: true, superuser: true },
  },
  groups: [],
  token: null,
  site: await readSite(),
});

const eventFor = ({ method, path }: { readonly method: string; readonly path: string }) =>
  ({
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: "",
    headers: { host: "notes.example" },
    pathParameters: Object.fromEntries([...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => [name!, "1"])),
    requestContext: {
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
      requestId: randomUUID(),
      domainName: "notes.example",
    } as APIGatewayProxyEventV2["requestContext"],
    isBase64Encoded: false,
  }) satisfies APIGatewayProxyEventV2;

/** The status of an answer, or the code of a refusal. */
const outcomeOf = async (id: string, event: APIGatewayProxyEventV2, context: object = {}) => {
  const handler = await loadFunction(id);
  const result = (await handler(event, context as Context)) as APIGatewayProxyStructuredResultV2;
  return refusalOf(event) ?? result.statusCode;
};

/** Codes for somebody whom nobody knows. */
const refused = ["not_authenticated", "authentication_required", "bearer_rejected"];

/** An event that a command hands over, and how its function ended. */
const handedOver = async () => {
  const event = eventFor(listUsers);
  const failures: unknown[] = [];
  const caller = { principal: await operator(), session: null };
  handOver(event, { caller, ended: (failure) => failures.push(failure) });
  return { event, failures };
};

test("an event is of the principal that the caller in the process has handed over with it", async () => {
  const { event, failures } = await handedOver();
  expect(await outcomeOf(listUsers.id, event)).toBe(200);
  expect(failures).toEqual([undefined]);
});

test("such a request needs no proxy in front, and is in no log", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("ONLY_BY_PROXY", "true");
  vi.stubEnv("PROXY_SECRET", "p".repeat(40));
  vi.stubEnv("LOG_REQUESTS", "true");
  using log = captureLog();
  const { event } = await handedOver();
  expect(await outcomeOf(listUsers.id, event)).toBe(200);
  expect(log.lines).toEqual([]);
  expect(await outcomeOf(listUsers.id, eventFor(listUsers))).toBe("not_by_proxy");
  expect(log.lines).toMatchObject([{ route: listUsers.id }]);
});

test("the caller in the process gets the error of a function that fails, and the log has none", async () => {
  const fault = new Error("The disk is gone.");
  const { event, failures } = await handedOver();
  using log = captureLog();
  const repair = aroundCommands(() => Promise.reject(fault));
  onTestFinished(repair);
  expect(await outcomeOf(listUsers.id, event)).toBe(500);
  expect([failures, log.lines]).toEqual([[fault], []]);
});

test("nothing that a request carries makes it one of this process", async () => {
  const principal = await operator();
  const { event: handed } = await handedOver();
  const names = [
    "principal",
    "caller",
    "user",
    "operator",
    "handedOver",
    "authorizer",
    "identity",
    "session",
  ];
  const forged = Object.fromEntries(names.map((name) => [name, principal]));
  const texts = Object.fromEntries(names.map((name) => [name.toLowerCase(), JSON.stringify(principal)]));
  const { requestContext } = handed;
  const events: Record<string, object> = {
    "a copy": structuredClone(handed),
    "as JSON": JSON.parse(JSON.stringify(handed)),
    spread: { ...handed },
    inherited: Object.create(handed),
    "fields of the event": { ...handed, ...forged },
    "fields of its context": { ...handed, requestContext: { ...requestContext, ...forged } },
    "an authorizer": { ...handed, requestContext: { ...requestContext, authorizer: { lambda: forged } } },
    "variables of the stage": { ...handed, stageVariables: texts },
    headers: { ...handed, headers: { ...handed.headers, ...texts } },
    "an empty token": { ...handed, headers: { ...handed.headers, authorization: "Bearer " } },
    "the operator's id as token": {
      ...handed,
      headers: { ...handed.headers, authorization: `Bearer ${operatorId}` },
    },
    cookies: {
      ...handed,
      cookies: [...names.map((name) => `${name}=${operatorId}`), `sessionid=${operatorId}`],
    },
    "the query": { ...handed, rawQueryString: new URLSearchParams(texts).toString() },
    "the body": { ...handed, body: JSON.stringify(forged) },
  };
  for (const [what, event] of Object.entries(events))
    expect([what, await outcomeOf(listUsers.id, event as APIGatewayProxyEventV2)]).toEqual([
      what,
      expect.toBeOneOf(refused),
    ]);
  expect(
    await outcomeOf(listUsers.id, eventFor(listUsers), { clientContext: forged, identity: forged }),
  ).toBe("not_authenticated");
});

test("no variable of the environment makes a stranger an operator", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of [
    "OPERATOR",
    "PRINCIPAL",
    "LECTERN_OPERATOR",
    "LECTERN_PRINCIPAL",
    "LECTERN_TOKEN",
    "TABLE_FILE",
  ])
    vi.stubEnv(name, "0");
  expect(await outcomeOf(listUsers.id, eventFor(listUsers))).toBe("not_authenticated");
});

test("a stranger's event with a copied principal is refused on every route that is not public", async () => {
  const principal = await operator();
  const closed = routes.filter(({ auth }) => auth !== "public" && auth !== "images");
  expect(closed.length).toBeGreaterThan(50);
  for (const route of closed) {
    const event = { ...eventFor(route), principal, caller: { principal, session: null } };
    expect([route.id, await outcomeOf(route.id, event)]).toEqual([route.id, expect.toBeOneOf(refused)]);
  }
});

test("only commands on a table hand events over", () => {
  const sources = sourcesBelow("functions", "lib", "local", "cli", "stacks", "packages", "layers", "release");
  const handing = sources.filter(({ code }) => /\bhandOver\b/.test(code));
  expect(handing.map(({ path }) => path)).toEqual([
    "cli/administration/own-functions.ts",
    "lib/http/request-record.ts",
  ]);
});
