// Proves contract rules: unavailable, idempotency-replays.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Route } from "#lib/routes/route.ts";
import { commentOnPage } from "#lib/routes/site-comments.ts";
import { routes } from "#lib/routes/table.ts";
import { type ExampleRequest, expectSuccess, type Show, sendExample } from "#test/examples/recording.ts";
import { type ExampleSite, scenario } from "#test/examples/scenario.ts";
import { applyExampleSite } from "#test/examples/site.ts";
import type { RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useClock } from "#test/support/clock.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useTable } from "#test/support/table.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import {
  askedOperation,
  attemptOf,
  brokenDown,
  conflict,
  lessThanAsked,
  throttled,
} from "./database-faults.ts";
import {
  type EngineProxy,
  type EngineRequest,
  type Fault,
  halfAnswer,
  lostAnswer,
  lostRequest,
  silence,
  stalledAnswer,
  startProxy,
} from "./proxy.ts";

let proxy: EngineProxy;

beforeAll(async () => {
  const engine = process.env.DYNAMODB_ENDPOINT!;
  proxy = await startProxy(() => engine);
  process.env.SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS = "1";
  process.env.DYNAMODB_ENDPOINT = proxy.url;
});

afterAll(() => proxy.close());

useTable();
const files = useServedFiles();
const later = useClock();

let site: ExampleSite;
let rows: readonly unknown[];
let firstFiles: ReadonlySet<string>;
let passedSeconds = 0;

const wait = (seconds: number): void => {
  passedSeconds += seconds;
  later(seconds);
};

/** What each request of the scenario asks of the database where nothing fails. */
const asked: string[][] = [];

/** What the scenario stores then. */
let expected: Readonly<Record<string, number>>;

/** Time limits that wait for an answer of an engine. */
const waiting = new Set<() => void>();

/** Lets time run out for whoever waits. */
const timeIsUp = (): void => {
  for (const giveUp of [...waiting]) giveUp();
};

beforeEach(async () => {
  // No pause between attempts is longer than nothing, and a limit ends when the proxy has fallen silent.
  captureLog();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.spyOn(clock, "after").mockImplementation((_ms, call) => {
    waiting.add(call);
    return () => waiting.delete(call);
  });
  if (!rows) await learnWhatToExpect();
  later(-passedSeconds);
  passedSeconds = 0;
  await restoreTable(rows);
  for (const key of await files.keys()) if (!firstFiles.has(key)) await files.store.delete(fileKey(key));
});

/** Makes the site, and lets the scenario run while nothing fails. */
const learnWhatToExpect = async (): Promise<void> => {
  site = await applyExampleSite(wait);
  rows = await wholeTable();
  firstFiles = new Set(await files.keys());
  const listening: Send = (route, request) => {
    const operations: string[] = [];
    asked.push(operations);
    proxy.follow((each) => void operations.push(askedOperation(each)));
    return sendExample(route, withKey(route, request));
  };
  await scenario(showing(listening), site);
  proxy.follow();
  expected = await inventory();
};

afterEach(() => proxy.follow());

type Send = (route: Route, request: ExampleRequest) => Promise<RouteAnswer>;

const showing =
  (send: Send): Show =>
  async (id, request = {}) => {
    const route = routeOf(id);
    const answer = await send(route, request);
    expectSuccess(route, answer);
    return answer;
  };

let keysMade = 0;

/** The request as a careful client sends it: with a key, where keys are taken. */
const withKey = (route: Route, request: ExampleRequest): ExampleRequest =>
  route.takesKeys
    ? { ...request, headers: { ...request.headers, "idempotency-key": `key-${++keysMade}` } }
    : request;

/**
 * What repeated requests may leave more of: it expires, counts attempts, or is a number without use. Tags are
 * stored once in the life of a process.
 */
const passing = /^(SEQUENCE|CHANGES|EDITS|RECEIPT|CREDENTIAL|ATTEMPTS|SPAM|TAGS|uploads)\b/;

const daySeconds = 86_400;

/** How many items and files of each kind there are when the job has removed what requests have left. */
const inventory = async (): Promise<Readonly<Record<string, number>>> => {
  wait(daySeconds);
  await removeLeftovers();
  const items = (await wholeTable()) as { pk: string; sk: string }[];
  const kinds = [...items.map(({ pk, sk }) => `${pk} ${sk}`), ...(await files.keys())]
    .map((name) => name.replaceAll(/\d+/g, "0").replace(/^BODY#.*/, "BODY"))
    .filter((name) => !passing.test(name));
  return Object.fromEntries(
    Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, all]) => [kind, all!.length]),
  );
};

const expectWhole = async (): Promise<void> => {
  proxy.follow();
  expect(await inventory()).toEqual(expected);
  expect(await verifyCatalog()).toEqual([]);
};

const isWrite = (operation: string): boolean => /^(TransactWrite|Put|Update|Delete)/.test(operation);

/** The faults that repeating helps against. */
const passingFaults = (request: EngineRequest): readonly Fault[] => [
  isWrite(askedOperation(request)) ? conflict : lessThanAsked,
  throttled,
  lostAnswer,
  brokenDown,
  halfAnswer,
];

/**
 * Faults of the first attempts at each request to the database: of the one without the SDK, and of one or two
 * by the SDK. Once in each request of a client an answer does not come, or does not end; then whatever else
 * is asked at that moment has to be repeated too.
 */
const passingScript = (pass: number) => {
  let count = 0;
  let isSilent = false;
  let hasConflict = false;
  return (request: EngineRequest): Fault | undefined => {
    const attempt = attemptOf(request);
    if (attempt > 2 - pass) return undefined;
    if (attempt === 0) count++;
    if (!isSilent && count > pass && attempt === pass) {
      isSilent = true;
      return [silence, stalledAnswer][pass]!(timeIsUp);
    }
    const fault = passingFaults(request)[pass * 3 + attempt];
    // A conflict says that nothing was written, so no attempt before it may have written, and the whole
    // transaction is sent again.
    if (fault === conflict && hasConflict) return throttled;
    hasConflict ||= fault === conflict;
    return fault;
  };
};

test.each([0, 1])(
  "every route does its work although each request to the database fails at first (%i)",
  async (pass) => {
    const send: Send = async (route, request) => {
      proxy.follow(passingScript(pass));
      return sendExample(route, withKey(route, request));
    };
    await scenario(showing(send), site);
    await expectWhole();
  },
);

/**
 * How many seconds a client waits after a refusal. A request that could not give the lock of uploads back
 * lets its successors wait until it expires: 409 with the same key, 429 with another.
 */
const waits: Readonly<Record<number, number>> = { 409: 1, 429: 1, 503: 0 };

const routeOf = (id: string): Route => routes.find((each) => each.id === id)!;

/** What people do who have missed the one answer that counts; the third gives the answer that they missed. */
const recovered = async (route: Route, request: ExampleRequest, answer: RouteAnswer) => {
  proxy.follow();
  if (route.id.endsWith("/create-preview-link") && answer.body.url === null) {
    const params = { ...request.params, link: answer.body.id };
    await sendExample(routeOf(route.id.replace("create-", "delete-")), { params });
    return sendExample(route, request);
  }
  if (route.id === "administration/users/create" && answer.status === 400) {
    const { username } = request.body as { username: string };
    const { body } = await sendExample(routeOf("administration/users/list"), request);
    const made = body.results.filter((user: { username: string }) => user.username === username);
    expect(made).toHaveLength(1);
    return { ...answer, status: 201, body: made[0] };
  }
  if (route.id === "accounts/password-change" && answer.status === 403) {
    const { new_password: password } = request.body as { new_password: string };
    return sendExample(routeOf("accounts/login"), { body: { username: "ada", password } });
  }
  return answer;
};

interface Outage {
  /** Before which requests to the database it begins, of a request of the scenario. */
  readonly begins: (operations: readonly string[], route: Route, call: number) => readonly number[];
  readonly fault: (count: number) => Fault;
}

/** Requests begin alike, with who is calling, so each of those moments is tried by every third. */
const alike = 3;

const outages: readonly [string, Outage][] = [
  [
    "does not do what it is asked",
    {
      begins: (operations, { method }, call) =>
        method === "GET"
          ? [call % operations.length]
          : [...operations.keys()].filter((moment) => moment >= alike || moment === call % alike),
      fault: (count) => [throttled, brokenDown, lostRequest][count % 3]!,
    },
  ],
  [
    "does it, and nobody hears the answer",
    {
      begins: (operations, { id }) =>
        id === commentOnPage.id
          ? []
          : [...operations.keys()].filter((moment) => isWrite(operations[moment]!)),
      fault: () => lostAnswer,
    },
  ],
];

test.each(outages)(
  "while the database %s, every route refuses; a repetition does the work",
  async (_, outage) => {
    const refused = new Set<string>();
    let call = 0;
    const send: Send = async (route, request) => {
      const keyed = withKey(route, request);
      const operations = asked[call++]!;
      for (const healthy of operations.length > 0 ? outage.begins(operations, route, call) : []) {
        let count = 0;
        proxy.follow(() => (count++ < healthy ? undefined : outage.fault(count)));
        const answer = await sendExample(route, keyed);
        if (!(answer.status in waits)) return recovered(route, request, answer);
        expect(answer.headers["retry-after"], `${route.id} answered ${answer.text}`).toBeDefined();
        if (answer.status === 503) expect(count, `${route.id} refused by itself`).toBeGreaterThan(healthy);
        wait(waits[answer.status]!);
        refused.add(route.id);
      }
      proxy.follow();
      return recovered(route, request, await sendExample(route, keyed));
    };
    await scenario(showing(send), site);
    await expectWhole();
    expect([...refused].length).toBeGreaterThan(0);
  },
);
