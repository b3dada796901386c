/** The only access to the clock, so that imports show which rules depend on time. */
export const clock = {
  /** ISO 8601 in UTC with milliseconds and `Z`. */
  now: (): string => new Date().toISOString(),
  /** Milliseconds since the epoch. */
  nowMs: (): number => Date.now(),
  /** Milliseconds on a clock that never goes back, for durations within one process. */
  monotonicMs: (): number => performance.now(),
  /** Calls the function after a time, unless the function that it gives is called before. */
  after: (ms: number, call: () => void): (() => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** The most by which correct clocks of machines differ. */
const skewMs = 60_000;

/**
 * True before an instant that is never set further ahead than this. One that is further ahead was set before
 * the clock was put back, and counts as past: else a clock that was wrong for a minute is felt for a year.
 */
export const isStillAhead = (instantMs: number, maxMs: number): boolean => {
  const leftMs = instantMs - clock.nowMs();
  return leftMs > 0 && leftMs <= maxMs + skewMs;
};
