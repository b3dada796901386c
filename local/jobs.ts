import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";
import { handler as removeLeftoverFiles } from "#functions/jobs/remove-leftover-files.ts";

/** How often the jobs are run; AWS runs them every minute or hour. */
const usualIntervalMs = 20_000;

const jobs = [publishScheduled, removeLeftoverFiles];

/**
 * Runs the jobs of this machine now and after each interval, one run after the other, until the answer's `stop` has
 * resolved. A run that fails is told, and tried again with the next.
 */
export const startJobs = (intervalMs = usualIntervalMs): { readonly stop: () => Promise<void> } => {
  let running = Promise.resolve();
  const run = () => {
    for (const job of jobs) running = running.then(job).catch(tell);
  };
  const timer = setInterval(run, intervalMs);
  run();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};

/** An engine that is gone is told by whoever started it. */
const tell = (error: { readonly code?: string }): void => {
  if (error.code !== "ECONNREFUSED" && error.code !== "ECONNRESET") console.error(error);
};
