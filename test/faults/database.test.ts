// Proves contract rules: unavailable, idempotency-replays.

import { afterAll, beforeAll, expect, test } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { routes } from "#lib/routes/table.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useTable } from "#test/support/table.ts";
import { askedOperation, brokenDown, conflict, lessThanAsked, throttled } from "./database-faults.ts";
import { type Outage, useFaultyScenario } from "./faulty-scenario.ts";
import {
  attemptOf,
  type EngineProxy,
  type EngineRequest,
  type Fault,
  halfAnswer,
  lostAnswer,
  lostRequest,
  type Script,
  silence,
  slowAnswer,
  stalledAnswer,
  startProxy,
  unheard,
} from "./proxy.ts";

// It takes half a minute: every route is asked again and again, while each of its requests fails in turn.
let proxy: EngineProxy;

beforeAll(async () => {
  const engine = process.env.DYNAMODB_ENDPOINT!;
  proxy = await startProxy(() => engine);
  process.env.DYNAMODB_ENDPOINT = proxy.url;
});

afterAll(() => proxy.close());

useTable();
const files = useServedFiles();
const { succeeds, recovers, timeIsUp } = useFaultyScenario({
  between: () => proxy,
  operationOf: askedOperation,
  fileKeys: files.keys,
  removeFile: (key) => files.store.delete(fileKey(key)),
});

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
 * is asked at that moment has to be repeated too. What is repeated meanwhile succeeds, or it could be cut off
 * at its last attempt.
 */
const passingScript = (pass: number): Script => {
  let count = 0;
  let isSilent = false;
  let wasSilent = false;
  let hasConflict = false;
  return (request) => {
    const attempt = attemptOf(request);
    if (attempt > 2 - pass) return undefined;
    if (attempt === 0) count++;
    if (!wasSilent && count > pass && attempt === pass) {
      isSilent = wasSilent = true;
      return [silence, stalledAnswer][pass]!(() => {
        isSilent = false;
        timeIsUp();
      });
    }
    if (isSilent && attempt > 0) return undefined;
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
  (pass) => succeeds(() => passingScript(pass)),
);

test("every route does its work although each answer of the database comes slowly, in pieces", () =>
  succeeds(() => () => slowAnswer));

/** Requests begin alike, with who is calling, so each of those moments is tried by every third. */
const alike = 3;

const outages: readonly [string, Outage<Fault>][] = [
  [
    "does not do what it is asked",
    {
      begins: (operations, { method }, call) =>
        method === "GET"
          ? [call % operations.length]
          : [...operations.keys()].filter(
              (moment) => moment >= alike || moment === call % Math.min(alike, operations.length),
            ),
      fault: (count) => [throttled, brokenDown, lostRequest, unheard(timeIsUp)][count % 4]!,
    },
  ],
  [
    "does it, and nobody hears the answer",
    {
      begins: (operations) => [...operations.keys()].filter((moment) => isWrite(operations[moment]!)),
      fault: (count) => [lostAnswer, silence(timeIsUp), stalledAnswer(timeIsUp)][count % 3]!,
    },
  ],
];

test.each(outages)(
  "while the database %s, every route refuses; a repetition does the work",
  async (_, outage) => {
    const refused = await recovers(outage);
    expect(routes.filter(({ id, takesKeys }) => takesKeys && !refused.has(id)).map(({ id }) => id)).toEqual(
      [],
    );
  },
);
