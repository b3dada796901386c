import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";
import { handler as removeLeftoverFiles } from "#functions/jobs/remove-leftover-files.ts";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { removeExpiredItems } from "#lib/store/expired-items.ts";
import { sweepUploads } from "./sweep-uploads.ts";

/** How often the jobs are run that AWS runs every minute or hour. */
const usualIntervalMs = 20_000;

/** How often the catalog is stored, where enough has changed. */
const snapshotIntervalMs = 300_000;

/** How often what is left of uploads is cleared away, which the bucket does by itself on AWS. */
const sweepIntervalMs = 3_600_000;

/**
 * How often expired sessions and counts are removed, which DynamoDB does by itself. It reads the whole table.
 */
const expiryIntervalMs = 3_600_000;

/** What runs until the answer's promise has resolved. */
interface Running {
  readonly stop: () => Promise<void>;
}

/**
 * Runs the jobs of this machine now and after each interval. A run that fails is told, and tried again with
 * the next.
 */
export const startJobs = (intervalMs = usualIntervalMs): Running => {
  const jobs = [
    repeat(publishScheduled, intervalMs),
    repeat(removeLeftoverFiles, intervalMs),
    repeat(snapshotCatalog, snapshotIntervalMs),
    repeat(sweepUploads, sweepIntervalMs),
    later(removeExpiredItems, expiryIntervalMs),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map(({ stop }) => stop()));
    },
  };
};

/** Runs a job after each interval, one run after the other, and first now. */
const repeat = (job: () => Promise<void>, intervalMs: number): Running => later(job, intervalMs, true);

/**
 * Runs a job after each interval, one run after the other. It may look at the signal that it shall end early.
 */
const later = (
  job: (signal: AbortSignal) => Promise<void>,
  intervalMs: number,
  isDueNow = false,
): Running => {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => job(stopping.signal)).catch(tell);
  };
  const timer = setInterval(run, intervalMs);
  if (isDueNow) run();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};

/** An engine that is gone is told by whoever started it. */
const tell = (error: { readonly code?: string }): void => {
  if (error.code !== "ECONNREFUSED" && error.code !== "ECONNRESET") console.error(error);
};
