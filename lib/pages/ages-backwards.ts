import type { NumberedChange } from "./change.ts";

/**
 * Gives for how long, at least, others had been writing to a log since an entry was written; call it with all
 * entries, from the newest backwards. A clock that was set in between says nothing of the time that has
 * passed: so each step counts `maxStepMs` at most, and one to a later time nothing.
 */
export const agesBackwards = (maxStepMs: number): ((entry: NumberedChange) => number) => {
  let earliestMs = Number.POSITIVE_INFINITY;
  let ageMs = 0;
  return ({ writtenAtMs }) => {
    if (writtenAtMs < earliestMs) {
      if (earliestMs < Number.POSITIVE_INFINITY) ageMs += Math.min(earliestMs - writtenAtMs, maxStepMs);
      earliestMs = writtenAtMs;
    }
    return ageMs;
  };
};
