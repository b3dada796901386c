import { AsyncLocalStorage } from "node:async_hooks";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { clock } from "./clock.ts";
import { guarded } from "./guarded.ts";

const deadlines = new AsyncLocalStorage<number>();

/** Does the work with so much time. It is not stopped at the end: what it waits for has to ask. */
export const inTime = <Result>(limitMs: number, work: () => Result): Result =>
  deadlines.run(clock.monotonicMs() + limitMs, work);

/** The time that the current work has left; infinite where no limit was set, as in jobs and commands. */
const remainingMs = (): number => (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - clock.monotonicMs();

/** Does work that others wait for too, or that outlives the request that begins it: without a limit. */
export const inOwnTime = <Result>(work: () => Result): Result =>
  deadlines.run(Number.POSITIVE_INFINITY, work);

/** Waits for such work, as long as the current work may. Throws when that is over; the work goes on. */
export const awaitInTime = async <Result>(work: Promise<Result>): Promise<Result> => {
  // Work may fail after everybody has stopped waiting for it.
  work.catch(() => {});
  const leftMs = attemptTime(Number.POSITIVE_INFINITY);
  if (leftMs === Number.POSITIVE_INFINITY) return work;
  const late = Promise.withResolvers<never>();
  const stopClock = clock.after(
    leftMs,
    guarded(() => late.reject(new EngineFault(timeIsOver))),
  );
  return Promise.race([work, late.promise]).finally(stopClock);
};

/** The time of one attempt: less when the request that asks is nearly over. Throws when it is over. */
export const attemptTime = (limitMs: number): number => {
  const leftMs = remainingMs();
  if (leftMs <= 0) throw new EngineFault(timeIsOver);
  return Math.min(limitMs, leftMs);
};

const timeIsOver = "The request has waited for as long as it may.";
