import { randomInt } from "node:crypto";
import pLimit from "p-limit";
import { Refusal } from "#lib/refusals/refusal.ts";

/** How much of one kind of work a process takes on. */
export interface Limits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

/**
 * Runs work of one kind, such as the derivation of keys, at most `maxRunning` at a time, in the order in
 * which it came. At most `maxWaiting` wait for their turn; what comes beyond is refused as `busy` at once,
 * because a caller that waits for long costs memory and gets its answer too late.
 */
export const limiter = ({ maxRunning, maxWaiting }: Limits) => {
  const limit = pLimit(maxRunning);
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting) throw tooMany();
    return limit(work);
  };
};

/**
 * Clients that are refused at the same moment are told to come back at different ones, from one to four
 * seconds later.
 */
const tooMany = (): Refusal =>
  new Refusal("busy", {
    detail: "Too many such requests at once; try again.",
    headers: { "retry-after": String(randomInt(1, 5)) },
  });
