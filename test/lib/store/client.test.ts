import { afterEach, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { database, getItem } from "#lib/store/client.ts";
import { keys } from "#lib/store/table.ts";
import { useTable } from "#test/support/table.ts";

/** So that the SDK sends everything. */
vi.mock("#lib/store/direct-requests.ts", () => ({ sendDirectly: async () => undefined }));

useTable();

/** How many attempts to connect fail from now on; all that follow reach the engine. */
let failures = 0;

database().middlewareStack.add(
  (next) => async (args) => {
    if (failures-- <= 0) return next(args);
    const message =
      "@smithy/node-http-handler - the request socket did not establish a connection with the server within the configured timeout of 1000 ms.";
    throw Object.assign(new Error(message), { name: "TimeoutError" });
  },
  { step: "deserialize", priority: "low" },
);

afterEach(() => {
  failures = 0;
  vi.restoreAllMocks();
});

test("connections that come about late are tried again, however many requests they are of", async () => {
  failures = 400;
  const reads = Array.from({ length: 100 }, () => getItem(keys.siteVersion()));
  expect(await Promise.all(reads)).toEqual(reads.map(() => undefined));
  expect(failures).toBeLessThan(0);
});

test("an engine that cannot be reached for some seconds is busy", async () => {
  failures = Number.POSITIVE_INFINITY;
  const begin = clock.monotonicMs();
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => begin + (performance.now() - begin) * 20);
  await expect(getItem(keys.siteVersion())).rejects.toMatchObject({ code: "busy" });
});
