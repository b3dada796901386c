import { setTimeout as pause } from "node:timers/promises";
import { clock } from "#lib/clock.ts";
import { logError } from "#local/gateway/log.ts";

/** What a job does. The signal asks it to end early. */
export type Job = (signal: AbortSignal) => Promise<void>;

export interface RepeatedJob {
  /** Runs the job as soon as it may run, and once more if it runs already. Does nothing after the stop. */
  readonly wake: () => void;
  /** Ends the repetition; resolves when no run is left. */
  readonly stop: () => Promise<void>;
}

export interface Repetition {
  /** How often the job runs without being woken. */
  readonly intervalMs: number;
  /** How long a run waits, after it was asked for, for more to do. */
  readonly gatherMs?: number;
  /** How long the job rests after a run that took so long, however often it is woken. */
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
  let restsUntilMs = 0;
  const run = async () => {
    const waitMs = Math.max(gatherMs, restsUntilMs - clock.monotonicMs());
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {});
    isQueued = false;
    if (signal.aborted) return;
    const begunMs = clock.monotonicMs();
    await job(signal).catch((error) => tell(error, name));
    const endedMs = clock.monotonicMs();
    restsUntilMs = endedMs + restMs(endedMs - begunMs);
  };
  const wake = () => {
    // The run that waits will see what this caller has written.
    if (isQueued) return;
    isQueued = true;
    running = running.then(run);
  };
  const timer = setInterval(wake, intervalMs);
  return {
    wake,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};

/** The service itself reports an engine that is gone. */
const tell = (error: { readonly code?: string }, job: string): void => {
  if (error.code !== "ECONNREFUSED" && error.code !== "ECONNRESET") logError(error, { job });
};
