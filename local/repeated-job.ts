import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import { logError } from "#lib/log.ts";

/** The work of a job. The signal asks it to end early. */
export type Job = (signal: AbortSignal) => Promise<void>;

export interface RepeatedJob {
  /** Runs the job as soon as it may run, and once more if it runs already. Does nothing after the stop. */
  readonly wake: () => void;
  /** Ends the repetition; resolves when no run is left. */
  readonly stop: () => Promise<void>;
}

export interface Repetition {
  /** The interval at which the job runs without being woken. */
  readonly intervalMs: number;
  /** A run waits until nobody has asked for it for so long, or four times as long since the first did. */
  readonly gatherMs?: number;
  /** The rest after a run that took so long, however often the job is woken. */
  readonly restMs?: (ranMs: number) => number;
  /** The job's name in the log. */
  readonly name?: string;
}

/** Repeats a job after each interval, and whenever it is woken, never twice at once. A failure is logged. */
export const repeatJob = (
  job: Job,
  { intervalMs, gatherMs = 0, restMs = () => 0, name = job.name }: Repetition,
): RepeatedJob => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();
  let isQueued = false;
  let lastWakeMs = 0;
  let restsUntilMs = 0;
  let endWait = () => {};
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      endWait = () => {
        cancel();
        resolve();
      };
    });
  const run = async () => {
    const latestMs = clock.monotonicMs() + 4 * gatherMs;
    const beginsAtMs = () => Math.max(Math.min(lastWakeMs + gatherMs, latestMs), restsUntilMs);
    for (;;) {
      const waitMs = beginsAtMs() - clock.monotonicMs();
      if (waitMs <= 0 || signal.aborted) break;
      await wait(Math.ceil(waitMs));
    }
    isQueued = false;
    if (signal.aborted) return;
    const begunMs = clock.monotonicMs();
    await job(signal).catch((error) => logError(error, { job: name }));
    const endedMs = clock.monotonicMs();
    restsUntilMs = endedMs + restMs(endedMs - begunMs);
  };
  const wake = () => {
    lastWakeMs = clock.monotonicMs();
    // The run that waits will see what this caller has written.
    if (isQueued) return;
    isQueued = true;
    running = running.then(run);
  };
  const timer = setInterval(guarded(wake), intervalMs);
  return {
    wake,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      endWait();
      await running;
    },
  };
};
