import { expect, test, vi } from "vitest";
import { shared } from "#lib/catalog/current/shared.ts";
import { clock } from "#lib/clock.ts";
import { attemptTime, inTime } from "#lib/deadline.ts";

const controlledRuns = () => {
  const runs: PromiseWithResolvers<string>[] = [];
  const call = shared(() => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  });
  return { runs, call };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("calls at the same time share one run", async () => {
  const { runs, call } = controlledRuns();
  const answers = [call(), call(), call()];
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]!.resolve("first");
  expect(await Promise.all(answers)).toEqual(["first", "first", "first"]);
});

test("a call during a run waits for the next one, and shares it with all that wait", async () => {
  const { runs, call } = controlledRuns();
  const early = call();
  await turn();
  const late = [call(), call()];
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]!.resolve("first");
  expect(await early).toBe("first");
  await turn();
  expect(runs).toHaveLength(2);
  runs[1]!.resolve("second");
  expect(await Promise.all(late)).toEqual(["second", "second"]);
});

test("a run that fails fails for its own callers only", async () => {
  const { runs, call } = controlledRuns();
  const early = call();
  await turn();
  const late = call();
  runs[0]!.reject(new Error("away"));
  await expect(early).rejects.toThrow("away");
  await turn();
  runs[1]!.resolve("second");
  expect(await late).toBe("second");
});

test("a run that throws before it waits is not the last", async () => {
  let runs = 0;
  const call = shared(() => {
    runs += 1;
    if (runs === 1) throw new Error("away");
    return Promise.resolve(runs);
  });
  await expect(call()).rejects.toThrow("away");
  expect(await call()).toBe(2);
});

test("each call waits in its own time, and none limits the run that it begins", async () => {
  const ends: (() => void)[] = [];
  using _ = vi.spyOn(clock, "after").mockImplementation((_ms, call) => {
    ends.push(call);
    return () => {};
  });
  const run = Promise.withResolvers<string>();
  const times: number[] = [];
  const call = shared(() => {
    times.push(attemptTime(Number.POSITIVE_INFINITY));
    return run.promise;
  });
  const hasty = inTime(1_000, call);
  const patient = inTime(20_000, call);
  const unlimited = call();
  await turn();
  ends[0]!();
  await expect(hasty).rejects.toThrow("for as long as it may");
  run.resolve("first");
  expect(await Promise.all([patient, unlimited])).toEqual(["first", "first"]);
  expect(times).toEqual([Number.POSITIVE_INFINITY]);
});
