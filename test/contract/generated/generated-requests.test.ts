import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { answerOf, type CallOptions } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { cookiesOf } from "#test/support/session.ts";
import { useTable } from "#test/support/table.ts";
import { accessEntries, latestRevisions } from "../access-matrix/entries.ts";
import { everybody } from "../access-matrix/people.ts";
import { credentials, makeMatrixSite, things } from "../access-matrix/site.ts";
import { type DocumentedOperation, operations, undocumented } from "./documented-answer.ts";
import { type GeneratedRequest, requestsFor } from "./requests.ts";

useTable();
useFiles();

/** `npm run requests` sends 20,000. */
const wanted = Number(process.env.GENERATED_REQUESTS ?? 600);

type Caller = readonly [name: string, Pick<CallOptions<string>, "as" | "headers">];

const callers: Caller[] = [];

/** Everybody of the matrix of rights, and credentials that open nothing. */
beforeAll(async () => {
  await makeMatrixSite();
  const cookie = await cookiesOf("editor");
  callers.push(
    ...everybody.map((who): Caller => [who.name, credentials.get(who) ?? {}]),
    ["a token that nobody has", { as: "made-up" }],
    ["a session that nobody knows", { headers: { cookie: "sessionid=made-up; csrftoken=made-up" } }],
    ["a session without its CSRF token", { headers: { cookie } }],
    ["a page of another site", { headers: { cookie, origin: "https://evil.example" } }],
  );
});

/** What ends accounts, tokens and sessions comes last, so that callers are who they are for long. */
const ends = /^(accounts\/|administration\/|editor\/tokens\/)/;

const orderOf = ({ id, method }: Route): number => {
  if (ends.test(id) && method !== "GET") return 3;
  return method === "GET" ? 0 : method === "DELETE" ? 2 : 1;
};

const inOrder = routes.toSorted((one, other) => orderOf(one) - orderOf(other));

/** Ids of what requests have made. */
const made: number[] = [];

const idFor = ({ id }: Route, { object, fits }: GeneratedRequest): number => {
  const kinds = accessEntries[id]?.kinds ?? [];
  const own = things.filter(({ kind }) => kinds.includes(kind)).map((thing) => thing.id);
  const ids = fits && own.length > 0 ? own : [...things.map((thing) => thing.id), ...made];
  return ids[object % ids.length]!;
};

const paramsFor = (route: Route, request: GeneratedRequest): Record<string, string> => {
  const id = idFor(route, request);
  const thing = things.find((each) => each.id === id);
  const real: Readonly<Record<string, unknown>> = {
    id,
    revision: latestRevisions.get(id),
    post_id: thing?.playedBy?.[0]?.id,
    link: thing?.link?.id,
    delivery: thing?.delivery,
    path: thing?.path.at(-1)?.slice("/home/".length),
  };
  return Object.fromEntries(
    route.params.map((name) => [name, String(request.params[name] ?? real[name] ?? 1)]),
  );
};

const mighty = ["superuser", "editor", "superuser-by-session", "editor-by-session", "staff"];

const callerOf = ({ caller, isMighty }: GeneratedRequest): Caller => {
  const among = isMighty ? callers.filter(([name]) => mighty.includes(name)) : callers;
  return among[caller % among.length]!;
};

const exchange = async (route: Route, operation: DocumentedOperation, request: GeneratedRequest) => {
  const [name, { headers, ...rest }] = callerOf(request);
  const { query, body } = request;
  const params = paramsFor(route, request);
  const sent = { ...rest, params, query, headers: { ...request.headers, ...headers }, body };
  const received = await answerOf(route, sent);
  if (received.status === 201) made.push(JSON.parse(received.text).id ?? 1);
  const wrong = undocumented(operation, received);
  return {
    status: received.status,
    problem:
      wrong && `${route.id} by ${name}: ${wrong}; sent ${JSON.stringify({ ...sent, body: String(body) })}`,
  };
};

/** More than a machine needs that is busy with other work. */
const timeoutMs = 120_000 + wanted * 60;

const seed = Number(process.env.PROPERTY_SEED ?? 1);

test(
  "no request, whoever sends it, gets a 500 or what the OpenAPI document does not say",
  async () => {
    const runs = Math.ceil(wanted / routes.length);
    const wrong: string[] = [];
    const counted = new Map<number, number>();
    for (const [index, route] of inOrder.entries()) {
      const operation = operations.find(({ operationId }) => operationId === route.id)!;
      for (const request of fc.sample(requestsFor(operation), { numRuns: runs, seed: seed + index })) {
        const { status, problem } = await exchange(route, operation, request);
        counted.set(status, (counted.get(status) ?? 0) + 1);
        if (problem) wrong.push(problem);
      }
    }
    if (process.env.GENERATED_REQUESTS) console.log(`${runs * routes.length} requests, by status:`, counted);
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);
