import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { sdkClient } from "#lib/store/dynamo/sdk-client.ts";
import { getItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { type StandIn, saying, startStandIn } from "./dynamo/stand-in.ts";

/** So that the SDK sends everything. */
vi.mock("#lib/settings/database.ts", async (load) => ({
  ...(await load<typeof import("#lib/settings/database.ts")>()),
  databaseAccess: () => undefined,
}));

let engine: StandIn;

beforeAll(async () => {
  engine = await startStandIn(saying(200, "{}"));
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  sdkClient().middlewareStack.add(
    (next) => async (args) => {
      if (failures-- <= 0) return next(args);
      throw failure;
    },
    { step: "deserialize", priority: "low" },
  );
});

afterAll(() => engine[Symbol.asyncDispose]());

const noConnection = Object.assign(
  new Error(
    "@smithy/node-http-handler - the request socket did not establish a connection with the server within the configured timeout of 1000 ms.",
  ),
  { name: "TimeoutError" },
);

let failure: Error = noConnection;

/** How many attempts fail from now on; all that follow reach the engine. */
let failures = 0;

afterEach(() => {
  failures = 0;
  failure = noConnection;
  vi.restoreAllMocks();
});

test("connections that come about late are tried again, however many requests they are of", async () => {
  failures = 400;
  const reads = Array.from({ length: 100 }, () => getItem(keys.siteVersion()));
  expect(await Promise.all(reads)).toEqual(reads.map(() => undefined));
  expect(failures).toBeLessThan(0);
});

test("an engine that cannot be reached for some seconds is at fault", async () => {
  failures = Number.POSITIVE_INFINITY;
  const begin = clock.monotonicMs();
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => begin + (performance.now() - begin) * 20);
  await expect(getItem(keys.siteVersion())).rejects.toBeInstanceOf(EngineFault);
});

test("however many requests have failed, the next one is repeated", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  failure = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  failures = 300;
  for (let request = 0; request < 100; request++)
    await expect(getItem(keys.siteVersion())).rejects.toBeInstanceOf(EngineFault);
  failures = 2;
  expect(await getItem(keys.siteVersion())).toBeUndefined();
});
