/** The only access to the clock, so that imports show which rules depend on time. */
export const clock = {
  /** ISO 8601 in UTC with milliseconds and `Z`. */
  now: (): string => new Date().toISOString(),
  /** Milliseconds since the epoch. */
  nowMs: (): number => Date.now(),
  /** Milliseconds on a clock that never goes back, for durations within one process. */
  monotonicMs: (): number => performance.now(),
};
