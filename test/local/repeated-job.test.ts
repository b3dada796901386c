import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { repeatJob } from "#local/repeated-job.ts";
import { captureLog } from "#test/support/captured-log.ts";

const never = 2 ** 31 - 1;

/** A job whose runs end when they are told to. */
const heldJob = () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const job = vi.fn(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { job, finish: (index: number) => runs[index]!.resolve() };
};

afterEach(() => vi.restoreAllMocks());

test("a job that is woken runs at once, and again when it is woken afterwards", async () => {
  const { job, finish } = heldJob();
  const repeated = repeatJob(job, { intervalMs: never });
  repeated.wake();
  await turn();
  finish(0);
  await turn();
  repeated.wake();
  await turn();
  expect(job).toHaveBeenCalledTimes(2);
  finish(1);
  await repeated.stop();
});

test("a job that is woken many times while it runs runs once more, afterwards", async () => {
  const { job, finish } = heldJob();
  const repeated = repeatJob(job, { intervalMs: never });
  repeated.wake();
  await turn();
  for (let times = 0; times < 5; times++) repeated.wake();
  await turn();
  expect(job).toHaveBeenCalledTimes(1);
  finish(0);
  await turn();
  expect(job).toHaveBeenCalledTimes(2);
  finish(1);
  await turn();
  expect(job).toHaveBeenCalledTimes(2);
  await repeated.stop();
});

test("a job that gathers runs once for all wakes of that time, and not before it is over", async () => {
  const wokenAtMs = performance.now();
  const ranAtMs = Promise.withResolvers<number>();
  const job = vi.fn(async () => ranAtMs.resolve(performance.now()));
  const repeated = repeatJob(job, { intervalMs: never, gatherMs: 50 });
  for (let times = 0; times < 5; times++) repeated.wake();
  // A timer of Node may be a millisecond early.
  expect((await ranAtMs.promise) - wokenAtMs).toBeGreaterThanOrEqual(49);
  await repeated.stop();
  expect(job).toHaveBeenCalledTimes(1);
});

test("a job that gathers waits until nobody has woken it for that time, at most four times as long", async () => {
  let nowMs = 0;
  const timers = new Set<{ readonly atMs: number; readonly call: () => void }>();
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => nowMs);
  vi.spyOn(clock, "after").mockImplementation((ms, call) => {
    const timer = { atMs: nowMs + ms, call };
    timers.add(timer);
    return () => timers.delete(timer);
  });
  const runsAtMs: number[] = [];
  const job = async () => void runsAtMs.push(nowMs);
  /** When the job runs that is woken at these times; it is looked at every ten milliseconds. */
  const runsOf = async (...wakesAtMs: readonly number[]) => {
    runsAtMs.length = 0;
    const repeated = repeatJob(job, { intervalMs: never, gatherMs: 50 });
    for (nowMs = 0; nowMs <= 400; nowMs += 10) {
      if (wakesAtMs.includes(nowMs)) repeated.wake();
      for (const timer of timers) if (timer.atMs <= nowMs && timers.delete(timer)) timer.call();
      await turn();
    }
    await repeated.stop();
    return [...runsAtMs];
  };
  expect(await runsOf(0)).toEqual([50]);
  expect(await runsOf(0, 30, 60)).toEqual([110]);
  expect(await runsOf(0, 40, 80, 120, 160, 190, 210)).toEqual([200, 260]);
});

test("a job that is woken many times while it rests runs once more, when its rest is over", async () => {
  const runsAtMs: number[] = [];
  const second = Promise.withResolvers<void>();
  const job = vi.fn(async () => void (runsAtMs.push(performance.now()) === 2 && second.resolve()));
  const rests = vi.fn(() => 50);
  const repeated = repeatJob(job, { intervalMs: never, restMs: rests });
  repeated.wake();
  await expect.poll(() => rests).toHaveBeenCalled();
  for (let times = 0; times < 5; times++) repeated.wake();
  await second.promise;
  // A timer of Node may be a millisecond early.
  expect(runsAtMs[1]! - runsAtMs[0]!).toBeGreaterThanOrEqual(49);
  await repeated.stop();
  expect(job).toHaveBeenCalledTimes(2);
});

test("how long a job rests depends on how long its run took", async () => {
  let nowMs = 1_000;
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => nowMs);
  const rests = vi.fn(() => 0);
  const job = async () => {
    nowMs += 70;
  };
  const repeated = repeatJob(job, { intervalMs: never, restMs: rests });
  repeated.wake();
  await expect.poll(() => rests).toHaveBeenCalledExactlyOnceWith(70);
  await repeated.stop();
});

test("the stop does not wait for a rest, and nothing runs after it", async () => {
  const job = vi.fn(async () => {});
  const repeated = repeatJob(job, { intervalMs: never, restMs: () => never });
  repeated.wake();
  await turn();
  repeated.wake();
  await repeated.stop();
  expect(job).toHaveBeenCalledTimes(1);
});

test("of a run that fails for several reasons, each is logged", async () => {
  using captured = captureLog();
  const failure = new AggregateError([new Error("no disk"), new Error("no paper")], "Two things failed.");
  const repeated = repeatJob(() => Promise.reject(failure), { intervalMs: never, name: "renewFeeds" });
  repeated.wake();
  await turn();
  await repeated.stop();
  const [line] = captured.lines;
  expect(line).toMatchObject({ level: "error", job: "renewFeeds" });
  for (const text of ["Two things failed.", "no disk", "no paper"]) expect(line!.error).toContain(text);
});

test("a run that finds nobody at DYNAMODB_ENDPOINT or S3_ENDPOINT is logged like others", async () => {
  using captured = captureLog();
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), { code: "ECONNREFUSED" });
  const repeated = repeatJob(() => Promise.reject(refused), { intervalMs: never, name: "sweepUploads" });
  repeated.wake();
  await turn();
  expect(captured.lines).toMatchObject([
    { job: "sweepUploads", error: expect.stringContaining("ECONNREFUSED") },
  ]);
  await repeated.stop();
});

test("a run that fails is logged, and the next one comes", async () => {
  using captured = captureLog();
  const job = vi.fn(async () => {}).mockRejectedValueOnce(new Error("no disk"));
  const repeated = repeatJob(job, { intervalMs: never, name: "sweepUploads" });
  repeated.wake();
  await turn();
  repeated.wake();
  await turn();
  expect(job).toHaveBeenCalledTimes(2);
  expect(captured.lines).toEqual([
    { level: "error", job: "sweepUploads", error: expect.stringContaining("no disk") },
  ]);
  await repeated.stop();
});

test("the stop asks the present run to end, waits for it, and lets no other begin", async () => {
  const { job, finish } = heldJob();
  const signals: AbortSignal[] = [];
  const recorded = (signal: AbortSignal) => {
    signals.push(signal);
    return job();
  };
  const repeated = repeatJob(recorded, { intervalMs: never });
  repeated.wake();
  await turn();
  repeated.wake();
  const stopped = vi.fn();
  const stopping = repeated.stop().then(stopped);
  await turn();
  expect([signals[0]!.aborted, stopped.mock.calls.length]).toEqual([true, 0]);
  finish(0);
  await stopping;
  repeated.wake();
  await turn();
  expect(job).toHaveBeenCalledTimes(1);
});
