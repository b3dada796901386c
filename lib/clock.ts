/** The one address of the clock, so that every rule that depends on time can be seen to depend on it. */
export const clock = {
  /** The instant, ISO 8601 in UTC with milliseconds and `Z`. */
  now: (): string => new Date().toISOString(),
  /** Milliseconds since the epoch. */
  nowMs: (): number => Date.now(),
  /** Milliseconds on a clock that only moves forward; good for durations within one process, nothing else. */
  monotonicMs: (): number => performance.now(),
};
