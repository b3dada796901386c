import { logError } from "#local/gateway/log.ts";

/** What a job does. The signal asks it to end early. */
export type Job = (signal: AbortSignal) => Promise<void>;

export interface RepeatedJob {
  /** Runs the job now, or once more after the present run. Does nothing after the stop. */
  readonly wake: () => void;
  /** Ends the repetition; resolves when no run is left. */
  readonly stop: () => Promise<void>;
}

/** Repeats a job after each interval, and whenever it is woken, never twice at once. A failure is logged. */
export const repeatJob = (job: Job, intervalMs: number, name = job.name): RepeatedJob => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();
  let isQueued = false;
  const run = async () => {
    isQueued = false;
    if (!signal.aborted) await job(signal).catch((error) => tell(error, name));
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
