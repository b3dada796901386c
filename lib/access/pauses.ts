import { Refusal } from "#lib/refusals/refusal.ts";
import { type AttemptRecord, countAttempt } from "#lib/store/attempts.ts";
import type { Write } from "#lib/store/write.ts";

/**
 * How attempts hold up the next one: not at all at first, then for a pause that doubles up to the longest.
 * Whenever so much time passes without an attempt, one of them is forgotten.
 */
export interface Pace {
  readonly free: number;
  readonly firstMs: number;
  readonly maxMs: number;
  readonly forgetsOneMs: number;
}

/** The attempts so far, and how they count. */
export interface CountedAttempts {
  readonly record: AttemptRecord;
  readonly pace: Pace;
}

/**
 * Clocks of two machines differ by less; a record from a later time was written before a clock was set back.
 */
const clockToleranceMs = 60_000;

/** Refuses `rate_limited` during a pause, with the sentence that says why, and when it ends. */
export const requireNoPause = (counts: readonly CountedAttempts[], reason: string): void => {
  const seconds = Math.ceil(Math.max(...counts.map(pauseLeftMs)) / 1000);
  if (seconds <= 0) return;
  throw new Refusal("rate_limited", {
    detail: `${reason}; try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
};

/** The write that counts one more attempt, unless another was counted since the record was read. */
export const countOneMore = (counted: CountedAttempts): Write =>
  countAttempt(counted.record, countNow(counted));

const countNow = ({ record: { count, sinceMs }, pace }: CountedAttempts): number =>
  Math.max(0, count - Math.max(0, Math.floor(sinceMs / pace.forgetsOneMs)));

const pauseLeftMs = (counted: CountedAttempts): number => {
  const { pace, record } = counted;
  const count = countNow(counted);
  if (count < pace.free || record.sinceMs < -clockToleranceMs) return 0;
  return Math.min(pace.firstMs * 2 ** (count - pace.free), pace.maxMs) - record.sinceMs;
};
