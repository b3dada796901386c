import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import { comebacks } from "#lib/limiter.ts";
import { usualTimes } from "./usual-times.ts";

export interface TimedLimits {
  readonly maxRunning: number;
  /** Work that would have to wait for longer is refused at once; by default two seconds. */
  readonly maxWaitMs?: number;
}

/** Work that has waited for so long is refused, whatever the estimate was. */
const timeoutMs = 2_000;

/** Work that is being done. */
interface Running {
  readonly expectedMs: number;
  readonly startedMs: number;
}

/** Work that has no place yet; `start` gives it one. */
interface Waiting {
  readonly expectedMs: number;
  readonly start: (place: Running) => void;
}

/**
 * Runs work, at most `maxRunning` at a time, in order. The rest waits, and is refused as `busy` by time, not
 * by number, because a caller that waits for long is answered too late. How long new work would wait follows
 * from how long work of each name usually takes, and from what runs and waits.
 */
export const timedLimiter = ({ maxRunning, maxWaitMs = timeoutMs }: TimedLimits) => {
  const usually = usualTimes();
  const running = new Set<Running>();
  const waiting = new Set<Waiting>();
  const refusal = comebacks();

  const waitMs = (): number => {
    if (running.size < maxRunning) return 0;
    const nowMs = clock.monotonicMs();
    let workMs = 0;
    for (const { expectedMs, startedMs } of running) workMs += Math.max(0, startedMs + expectedMs - nowMs);
    for (const { expectedMs } of waiting) workMs += expectedMs;
    return workMs / maxRunning;
  };

  const refused = (expectedMs: number): Error =>
    refusal({ waitMs: waitMs(), turnMs: expectedMs / maxRunning });

  const begin = (expectedMs: number): Running => {
    const place = { expectedMs, startedMs: clock.monotonicMs() };
    running.add(place);
    return place;
  };

  const inTurn = (expectedMs: number): Promise<Running> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(waiter);
        reject(refused(expectedMs));
      };
      const cancel = clock.after(timeoutMs, guarded(giveUp, reject));
      const waiter: Waiting = {
        expectedMs,
        start: (place) => {
          cancel();
          resolve(place);
        },
      };
      waiting.add(waiter);
    });

  const startNext = (): void => {
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    next.start(begin(next.expectedMs));
  };

  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const expectedMs = usually.of(name);
    if (waitMs() > maxWaitMs) throw refused(expectedMs);
    const place = running.size < maxRunning ? begin(expectedMs) : await inTurn(expectedMs);
    try {
      return await work();
    } finally {
      running.delete(place);
      usually.note(name, clock.monotonicMs() - place.startedMs);
      startNext();
    }
  };
};
