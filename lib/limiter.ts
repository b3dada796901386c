import { randomInt } from "node:crypto";
import pLimit from "p-limit";
import { Refusal } from "#lib/refusals/refusal.ts";
import { clock } from "./clock.ts";

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
  const secondsToWait = comebacks();
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting) throw tooMany(secondsToWait());
    return limit(work);
  };
};

/** How many refused callers are asked to come back in a second: to refuse them again takes time from work. */
const comebacksPerSecond = 200;

/** Clients give up if they have to wait for long. */
const longestAheadMs = 26_000;

/**
 * After how many seconds the next refused caller shall come back: each gets a moment after the one before, so
 * that a crowd comes back no faster than it can be refused again. Some seconds of chance keep those apart who
 * were refused together.
 */
const comebacks = (): (() => number) => {
  let lastMs = 0;
  return () => {
    const nowMs = clock.monotonicMs();
    lastMs = Math.min(Math.max(lastMs, nowMs) + 1000 / comebacksPerSecond, nowMs + longestAheadMs);
    return Math.floor((lastMs - nowMs) / 1000) + randomInt(1, 5);
  };
};

const tooMany = (seconds: number): Refusal =>
  new Refusal("busy", {
    detail: "Too many such requests at once; try again.",
    headers: { "retry-after": String(seconds) },
  });
