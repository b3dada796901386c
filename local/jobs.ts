import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";

/** How often jobs are run that AWS runs every minute. */
const intervalMs = 20_000;

/**
 * Runs the jobs of this machine, one run after the other, until the answer's `stop` has resolved. A run that fails is
 * told, and tried again with the next.
 */
export const startJobs = (): { readonly stop: () => Promise<void> } => {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => publishScheduled()).catch((error: unknown) => console.error(error));
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
