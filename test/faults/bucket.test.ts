// Proves contract rules: unavailable, idempotency-replays.

import { afterAll, beforeAll, expect, test } from "vitest";
import { useTable } from "#test/support/table.ts";
import { bucketError, startBucket, type TestBucket } from "./bucket.ts";
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
} from "./proxy.ts";

let bucket: TestBucket;
let proxy: EngineProxy;

beforeAll(async () => {
  bucket = await startBucket();
  proxy = await startProxy(() => bucket.url);
  process.env.S3_ENDPOINT = proxy.url;
  delete process.env.FILES_FOLDER;
});

afterAll(async () => {
  await proxy.close();
  await bucket.close();
});

useTable();

/** True of requests of browsers, which have no attempts: their addresses are signed. */
const isPresigned = ({ path }: EngineRequest): boolean => path.includes("X-Amz-Signature=");

const { succeeds, recovers, timeIsUp } = useFaultyScenario({
  between: () => proxy,
  operationOf: (request) => (isPresigned(request) ? "presigned" : request.method),
  fileKeys: async () => [...bucket.objects.keys()],
  removeFile: (key) => bucket.objects.delete(key),
});

const slowDown: Fault = ({ answer }) => answer(bucketError(503, "SlowDown"));
const internalError: Fault = ({ answer }) => answer(bucketError(500, "InternalError"));

const passingFaults: readonly Fault[] = [slowDown, internalError, lostRequest, lostAnswer];

/** Two faults for the first attempts at each request to the bucket. */
const passingScript =
  (pass: number): Script =>
  (request) => {
    const attempt = attemptOf(request);
    return attempt > 2 || isPresigned(request) ? undefined : passingFaults[pass * 2 + attempt - 1];
  };

test.each([0, 1])(
  "every route does its work although each request to the bucket fails at first (%i)",
  (pass) => succeeds(() => passingScript(pass)),
);

const everyMoment: Outage<Fault>["begins"] = (operations) =>
  [...operations.keys()].filter((moment) => operations[moment] !== "presigned");

test("every route does its work although each answer of the bucket comes slowly, in pieces", () =>
  succeeds(() => () => slowAnswer));

test.each<[string, Outage<Fault>]>([
  [
    "does not do what it is asked",
    { begins: everyMoment, fault: (count) => [slowDown, internalError, lostRequest][count % 3]! },
  ],
  ["does it, and nobody hears the answer", { begins: everyMoment, fault: () => lostAnswer }],
  ["breaks off its answers", { begins: everyMoment, fault: () => halfAnswer }],
  [
    "does not answer, or not to the end",
    { begins: everyMoment, fault: (count) => [silence, stalledAnswer][count % 2]!(timeIsUp) },
  ],
])("while the bucket %s, routes refuse; a repetition does the work", async (_, outage) => {
  expect((await recovers(outage)).size).toBeGreaterThan(0);
});
