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
 * refused as `busy` at once. For work that holds much memory while it waits.
 */
export const limiter = ({ maxRunning, maxWaiting }: Limits) => {
  const limit = pLimit(maxRunning);
  const refusal = comebacks();
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting) throw refusal();
    return limit(work);
  };
};

/**
 * The number of refused callers that are asked to come back per second. Refusing them again takes time from
 * work.
 */
const comebacksPerSecond = 200;

/** Clients give up if they have to wait for long. */
const maxAheadMs = 26_000;

interface Backlog {
  /** The time that the refused work would have to wait. */
  readonly waitMs: number;
  /** The time by which the next one would wait longer. */
  readonly turnMs: number;
}

/**
 * Makes the refusals `busy` of one queue. Each refused caller is asked to come back when the work that waits
 * now would be done, and the work of those who were refused before, but no faster than a crowd can be refused
 * again. Some seconds of chance keep those apart who were refused together.
 */
export const comebacks = () => {
  let lastMs = 0;
  return ({ waitMs, turnMs }: Backlog = { waitMs: 0, turnMs: 0 }): Refusal => {
    const nowMs = clock.monotonicMs();
    const afterLastMs = Math.max(lastMs, nowMs + waitMs) + Math.max(turnMs, 1000 / comebacksPerSecond);
    lastMs = Math.min(afterLastMs, nowMs + maxAheadMs);
    const seconds = Math.floor((lastMs - nowMs) / 1000) + randomInt(1, 5);
    return new Refusal("busy", {
      detail: "Too many such requests at once; try again.",
      headers: { "retry-after": String(seconds) },
    });
  };
};
