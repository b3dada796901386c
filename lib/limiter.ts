import pLimit from "p-limit";
import { comebacks } from "./comebacks.ts";

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
