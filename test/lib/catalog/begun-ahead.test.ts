import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openedAhead } from "#lib/catalog/current/shared.ts";
import { clock } from "#lib/clock.ts";

vi.mock("#lib/catalog/snapshots/open-snapshot.ts", { spy: true });

beforeEach(() => void vi.stubEnv("CATALOG_AHEAD", "true"));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Opens another number each time, from 1. */
const counting = () => {
  let times = 0;
  return vi.fn(async () => ++times);
};

test("what was begun ahead counts once; then it is opened again, each time", async () => {
  const open = counting();
  const opened = openedAhead(open);
  expect(open).toHaveBeenCalledTimes(1);
  expect([await opened(), await opened(), await opened()]).toEqual([1, 2, 3]);
});

test("two functions of a process begin each their own", async () => {
  const [one, other] = [openedAhead(async () => "one"), openedAhead(async () => "other")];
  expect([await other(), await one()]).toEqual(["other", "one"]);
});

test("what failed ahead, or was begun long ago, is waited for, and then it is opened", async () => {
  const open = vi.fn(async () => "opened").mockRejectedValueOnce(new Error("The bucket is silent."));
  expect(await openedAhead(open)()).toBe("opened");

  const { promise, resolve } = Promise.withResolvers<string>();
  const opened = openedAhead(vi.fn(async () => "new").mockReturnValueOnce(promise));
  const laterMs = clock.nowMs() + 5_001;
  vi.spyOn(clock, "nowMs").mockReturnValue(laterMs);
  let isTaken = false;
  const taking = opened().finally(() => {
    isTaken = true;
  });
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
  resolve("old");
  expect(await taking).toBe("new");
});

test.each([
  ["true", 1],
  ["", 0],
])("a process with CATALOG_AHEAD=%s opens the snapshot when it starts %d times", async (value, times) => {
  vi.stubEnv("CATALOG_AHEAD", value);
  vi.resetModules();
  const { firstUsable, openSnapshot } = await import("#lib/catalog/snapshots/open-snapshot.ts");
  for (const open of [firstUsable, openSnapshot]) vi.mocked(open).mockReset().mockResolvedValue(undefined);
  await import("#lib/catalog/current/current-catalog.ts");
  expect([openSnapshot, firstUsable].map((open) => vi.mocked(open).mock.calls.length)).toEqual([times, 0]);
  await import("#lib/catalog/current/current-editor-listings.ts");
  expect(firstUsable).toHaveBeenCalledTimes(times);
});
