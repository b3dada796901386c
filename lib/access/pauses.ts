import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type AttemptRecord, countAttempt } from "#lib/store/attempts.ts";
import type { Write } from "#lib/store/port/table-store.ts";

/** After `free` attempts pauses double from `firstMs` to `maxMs`; each `forgetsOneMs` forgets an attempt. */
export interface Pace {
  readonly free: number;
  readonly firstMs: number;
  readonly maxMs: number;
  readonly forgetsOneMs: number;
}

export interface CountedAttempts {
  readonly record: AttemptRecord;
  readonly pace: Pace;
}

/** Clocks of machines differ by less: a record further in the future predates a clock that was set back. */
const clockToleranceMs = 60_000;

/** Refuses `rate_limited` during a pause, with the reason and the time that is left. */
export const requireNoPause = (counts: readonly CountedAttempts[], reason: string): void => {
  const leftMs = Math.max(...counts.map(pauseLeftMs));
  if (leftMs > 0) refuseUntil(clock.nowMs() + leftMs, reason);
};

export const refuseUntil = (endMs: number, reason: string): never => {
  const seconds = Math.max(1, Math.ceil((endMs - clock.nowMs()) / 1000));
  throw new Refusal("rate_limited", {
    detail: `${reason}; try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
};

/** The write that counts one more attempt; it fails if another was counted since the record was read. */
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
