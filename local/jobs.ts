import { handler as publishScheduled } from "#functions/jobs/publish-scheduled.ts";
import { handler as removeLeftoverFiles } from "#functions/jobs/remove-leftover-files.ts";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { removeExpiredItems } from "#lib/store/expired-items.ts";
import { sweepUploads } from "./sweep-uploads.ts";

/** The interval of the jobs that AWS runs every minute or hour. */
const usualIntervalMs = 20_000;

/** The interval between snapshots, which are only taken after enough changes. */
const snapshotIntervalMs = 300_000;

/** The interval of the clean-up of uploads, which the bucket does itself on AWS. */
const sweepIntervalMs = 3_600_000;

/** The interval of the removal of expired items, which DynamoDB does itself. Reads the whole table. */
const expiryIntervalMs = 3_600_000;

/** Stops when the promise of `stop` resolves. */
interface Running {
  readonly stop: () => Promise<void>;
}

/** Runs each job now and after each interval. A failure is logged; the next run tries again. */
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

/** Runs a job now, and after each interval, never twice at once. */
const repeat = (job: () => Promise<void>, intervalMs: number): Running => later(job, intervalMs, true);

/** Runs a job after each interval, never twice at once. The signal asks it to end early. */
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

/** The service itself reports an engine that is gone. */
const tell = (error: { readonly code?: string }): void => {
  if (error.code !== "ECONNREFUSED" && error.code !== "ECONNRESET") console.error(error);
};
