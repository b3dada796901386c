import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { clock } from "#lib/clock.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { type ExampleRequest, expectSuccess, sendExample } from "#test/examples/recording.ts";
import { type ExampleSite, scenario } from "#test/examples/scenario.ts";
import { applyExampleSite } from "#test/examples/site.ts";
import type { RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useClock } from "#test/support/clock.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { wholeTable } from "#test/support/whole-table.ts";

/** What is between the service and an engine, and lets what is asked fail. */
export interface Between<Asked, Fault> {
  /** From now on; without a script, nothing fails. It decides by what is asked, never by chance. */
  readonly follow: (script?: (asked: Asked) => Fault | undefined) => void;
}

interface FaultyEngine<Asked, Fault> {
  readonly between: () => Between<Asked, Fault>;
  /** What is asked for, in a word. */
  readonly operationOf: (asked: Asked) => string;
  readonly fileKeys: () => Promise<readonly string[]>;
  readonly removeFile: (key: string) => unknown;
}

export interface Outage<Fault> {
  /** The numbers of the requests to the engine before which it begins, for a request of the scenario. */
  readonly begins: (operations: readonly string[], route: Route, call: number) => readonly number[];
  readonly fault: (count: number) => Fault;
  /** What routes answer, beside 409 and 429 while a lock is left; 503 by default. */
  readonly refusal?: 503 | 507;
}

/** So long the service waits for any answer of the database, before it asks again. */
const maxAttemptMs = 3_000;

/** What began at one moment gives up at one moment: else nothing ends the wait of the second. */
const atOnceMs = 1_000;

/** The requests of the examples, sent while an engine fails. */
export interface FaultyScenario<Asked, Fault> {
  /** Lets time run out for whoever waits for an answer. */
  readonly timeIsUp: () => void;
  /** Every request must succeed although the engine follows a script, which is made again for each. */
  readonly succeeds: (script: () => (asked: Asked) => Fault | undefined) => Promise<void>;
  /**
   * Every request is sent while the engine is out, once from each of the moments on. It must succeed, or be
   * refused as documented and succeed when the engine is back. Gives the routes that have refused.
   */
  readonly recovers: (outage: Outage<Fault>) => Promise<ReadonlySet<string>>;
}

/**
 * Gives each test of the file the example site as it was made. Pauses between attempts take no time, and a
 * time limit ends when the test says so. After each play, all that should be stored is, and once, and the
 * catalog is right.
 */
export const useFaultyScenario = <Asked, Fault>(
  engine: FaultyEngine<Asked, Fault>,
): FaultyScenario<Asked, Fault> => {
  const later = useClock();
  /** What is called when a time is up, each with its time in milliseconds. */
  const waiting = new Map<() => void, number>();
  /** What each request of the scenario asks of the engine where nothing fails. */
  const asked: string[][] = [];
  let expected: Inventory;
  let site: ExampleSite;
  let rows: readonly unknown[];
  let firstFiles: ReadonlySet<string>;
  let passedSeconds = 0;

  const wait = (seconds: number): void => {
    passedSeconds += seconds;
    later(seconds);
  };

  const beginAnew = async (): Promise<void> => {
    later(-passedSeconds);
    passedSeconds = 0;
    await restoreTable(rows);
    for (const key of await engine.fileKeys()) if (!firstFiles.has(key)) await engine.removeFile(key);
  };

  const learnWhatToExpect = async (): Promise<void> => {
    site = await applyExampleSite(wait);
    rows = await wholeTable();
    firstFiles = new Set(await engine.fileKeys());
    // The process asks for less of callers whom it has seen, as it will in each test.
    await send(sendExample);
    await beginAnew();
    await send(async (route, request) => {
      const operations: string[] = [];
      asked.push(operations);
      engine.between().follow((each) => void operations.push(engine.operationOf(each)));
      return sendExample(route, request);
    });
    expected = await inventory();
  };

  /** How many items and files of each kind there are when the job has removed what requests have left. */
  const inventory = async (): Promise<Inventory> => {
    engine.between().follow();
    wait(daySeconds);
    await removeLeftovers();
    return inventoryOf(await wholeTable(), await engine.fileKeys());
  };

  const send = (sendOne: (route: Route, request: ExampleRequest) => Promise<RouteAnswer>): Promise<void> =>
    scenario(async (id, request = {}) => {
      const route = routeOf(id);
      const answer = await sendOne(route, withKey(route, request));
      expectSuccess(route, answer);
      return answer;
    }, site);

  const expectWhole = async (): Promise<void> => {
    expect(await inventory()).toEqual(expected);
    expect(await verifyCatalog()).toEqual([]);
  };

  beforeAll(() => {
    process.env.SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS = String(lockSeconds);
  });

  beforeEach(async () => {
    captureLog();
    vi.spyOn(Math, "random").mockReturnValue(0);
    vi.spyOn(clock, "after").mockImplementation((ms, call) => {
      waiting.set(call, ms);
      return () => waiting.delete(call);
    });
    if (!rows) await learnWhatToExpect();
    await beginAnew();
  });

  afterEach(() => engine.between().follow());

  return {
    timeIsUp: () => {
      const passedMs = Math.max(maxAttemptMs, Math.min(...waiting.values()) + atOnceMs);
      for (const [giveUp, ms] of [...waiting]) {
        if (ms > passedMs) continue;
        waiting.delete(giveUp);
        giveUp();
      }
    },
    succeeds: async (script) => {
      await send(async (route, request) => {
        engine.between().follow(script());
        return sendExample(route, request);
      });
      await expectWhole();
    },
    recovers: async ({ begins, fault, refusal = 503 }) => {
      const refused = new Set<string>();
      let call = 0;
      await send(async (route, request) => {
        const operations = asked[call++]!;
        for (const moment of operations.length > 0 ? begins(operations, route, call) : []) {
          let count = 0;
          engine.between().follow(() => (count++ < moment ? undefined : fault(count)));
          const answer = await sendExample(route, request);
          engine.between().follow();
          if (!(answer.status in waits)) return recovered(route, request, answer);
          const said = `${route.id} answered ${answer.status} ${answer.text}`;
          if (answer.status !== 507) expect(answer.headers["retry-after"], said).toBeDefined();
          if (answer.status >= 500) {
            expect(answer.status, said).toBe(refusal);
            expect(count, `${route.id} refused by itself`).toBeGreaterThan(moment);
          }
          wait(waits[answer.status]!);
          refused.add(route.id);
        }
        const answer = await sendExample(route, request);
        if (!waits[answer.status]) return recovered(route, request, answer);
        // The last outage has left a lock.
        wait(waits[answer.status]!);
        return recovered(route, request, await sendExample(route, request));
      });
      await expectWhole();
      return refused;
    },
  };
};

const routeOf = (id: string): Route => routes.find((each) => each.id === id)!;

let keysMade = 0;

/** The request as a careful client sends it: with a key, where keys are taken. */
const withKey = (route: Route, request: ExampleRequest): ExampleRequest =>
  route.takesKeys
    ? { ...request, headers: { ...request.headers, "idempotency-key": `key-${++keysMade}` } }
    : request;

type Inventory = Readonly<Record<string, number>>;

interface StoredItem {
  readonly pk: string;
  readonly sk: string;
}

/**
 * What repeated requests may leave more of: it expires, counts attempts, or is a number without use. Tags are
 * stored once in the life of a process.
 */
const passing = /^(SEQUENCE|CHANGES|EDITS|RECEIPT|CREDENTIAL|AGENT|ATTEMPTS|SPAM|TAGS|LOCK#upload|uploads)\b/;

const daySeconds = 86_400;

const inventoryOf = (items: readonly StoredItem[], fileKeys: readonly string[]): Inventory => {
  const kinds = [...items.map(({ pk, sk }) => `${pk} ${sk}`), ...fileKeys]
    .map((name) => name.replaceAll(/\d+/g, "0").replace(/^BODY#.*/, "BODY"))
    .filter((name) => !passing.test(name));
  return Object.fromEntries(
    Object.entries(Object.groupBy(kinds, (kind) => kind)).map(([kind, all]) => [kind, all!.length]),
  );
};

const lockSeconds = 1;

/**
 * How many seconds a client waits after a refusal. A request that could not give the lock of uploads back
 * lets its successors wait until it expires: 409 with the same key, 429 with another.
 */
const waits: Readonly<Record<number, number>> = {
  409: lockSeconds,
  429: lockSeconds,
  503: 0,
  507: 0,
};

/** The last consent of somebody, with which they can give access again. */
let consent: ExampleRequest | undefined;

/** What people do who have missed the one answer that counts; gives what that answer was. */
const recovered = async (
  route: Route,
  request: ExampleRequest,
  answer: RouteAnswer,
): Promise<RouteAnswer> => {
  if (route.id.endsWith("/create-preview-link") && answer.body.url === null) {
    const params = { ...request.params, link: answer.body.id };
    await sendExample(routeOf(route.id.replace("create-", "delete-")), { params });
    const { "idempotency-key": _, ...headers } = request.headers ?? {};
    return sendExample(route, { ...request, headers });
  }
  if (route.id === "administration/users/create" && answer.status === 400) {
    const { username } = request.body as { username: string };
    const { body } = await sendExample(routeOf("administration/users/list"), request);
    const made = body.results.filter((user: { username: string }) => user.username === username);
    expect(made).toHaveLength(1);
    return { ...answer, status: 201, body: made[0] };
  }
  if (route.id === "accounts/authorize/decide") consent = request;
  if (route.id === "oauth/token" && answer.body.error === "invalid_grant") {
    // The code was used, by a request whose answer has not arrived.
    const { headers } = await sendExample(routeOf("accounts/authorize/decide"), consent!);
    const form = new URLSearchParams(request.body as string);
    form.set("code", new URL(headers.location ?? "").searchParams.get("code") ?? "");
    return sendExample(route, { ...request, body: form.toString() });
  }
  if (route.id === "accounts/password-change" && answer.status === 403) {
    const { new_password: password } = request.body as { new_password: string };
    return sendExample(routeOf("accounts/login"), { body: { username: "ada", password } });
  }
  return answer;
};
