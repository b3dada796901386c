import { AsyncLocalStorage } from "node:async_hooks";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { clock } from "./clock.ts";

const deadlines = new AsyncLocalStorage<number>();

/** Does the work with so much time. It is not stopped at the end: what it waits for has to ask. */
export const inTime = <Result>(limitMs: number, work: () => Result): Result =>
  deadlines.run(clock.monotonicMs() + limitMs, work);

/** How much time the current work has left; infinite where no limit was set, as in jobs and commands. */
const remainingMs = (): number => (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - clock.monotonicMs();

/** The time of one attempt: less when the request that asks is nearly over. Throws when it is over. */
export const attemptTime = (limitMs: number): number => {
  const leftMs = remainingMs();
  if (leftMs <= 0) throw new EngineFault("The request has waited for as long as it may.");
  return Math.min(limitMs, leftMs);
};
