import { randomInt } from "node:crypto";
import pLimit from "p-limit";
import { Refusal } from "#lib/refusals/refusal.ts";

export interface Limits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

/**
 * Runs work of one kind, at most `maxRunning` at a time, in order. At most `maxWaiting` wait; more are
 * refused as `busy` at once, because a caller that waits for long costs memory and is answered too late.
 */
export const limiter = ({ maxRunning, maxWaiting }: Limits) => {
  const limit = pLimit(maxRunning);
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting) throw tooMany();
    return limit(work);
  };
};

/** Clients that are refused together get different delays, from one to four seconds. */
const tooMany = (): Refusal =>
  new Refusal("busy", {
    detail: "Too many such requests at once; try again.",
    headers: { "retry-after": String(randomInt(1, 5)) },
  });
