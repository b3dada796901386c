import { afterEach, expect, test, vi } from "vitest";
import { beginAhead, takeBegun } from "#lib/catalog/current/begun-ahead.ts";
import { clock } from "#lib/clock.ts";

vi.mock("#lib/catalog/snapshots/open-snapshot.ts", { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("what was begun ahead is taken once", async () => {
  expect(await takeBegun()).toBeUndefined();
  beginAhead(async () => "opened");
  expect([await takeBegun(), await takeBegun()]).toEqual(["opened", undefined]);
});

test("what failed ahead, or was begun long ago, is waited for and not taken", async () => {
  beginAhead(() => Promise.reject(new Error("The bucket is silent.")));
  expect(await takeBegun()).toBeUndefined();

  const { promise, resolve } = Promise.withResolvers<string>();
  beginAhead(() => promise);
  const laterMs = clock.nowMs() + 5_001;
  vi.spyOn(clock, "nowMs").mockReturnValue(laterMs);
  let isTaken = false;
  const taking = takeBegun().finally(() => {
    isTaken = true;
  });
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
  resolve("old");
  expect(await taking).toBeUndefined();
});

test.each([
  ["true", 1],
  ["", 0],
])("a process with CATALOG_AHEAD=%s opens the snapshot when it starts %d times", async (value, times) => {
  vi.stubEnv("CATALOG_AHEAD", value);
  vi.resetModules();
  const { openSnapshot } = await import("#lib/catalog/snapshots/open-snapshot.ts");
  vi.mocked(openSnapshot).mockReset().mockResolvedValue(undefined);
  await import("#lib/catalog/current/current-catalog.ts");
  expect(openSnapshot).toHaveBeenCalledTimes(times);
});
