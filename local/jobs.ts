import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import { findDatabaseLoss } from "#lib/store/database-files.ts";
import { removeExpiredItems } from "#lib/store/whole-table.ts";
import { type Job, repeatJob } from "./repeated-job.ts";
import { whileSteady } from "./steady-clock.ts";
import { sweepUploads } from "./sweep-uploads.ts";

/**
 * The time before the first run, so that the first answers of a service come before its jobs, which load
 * their code and may make feeds.
 */
const firstRunMs = 250;

/** The interval of the jobs that AWS runs every minute or hour. */
const usualIntervalMs = 20_000;

/**
 * A job that follows writes waits until there has been none for so long, or for a second. A client that
 * writes a hundred times a second would otherwise pay for a look at feeds and webhooks after each of its
 * requests: four reads of the table, a fifth of a creation's CPU. One that publishes some posts in a row
 * has them in one run, after the last of them.
 */
const gatherMs = 250;

/** Rests after a run: while much is published, making feeds again and again took up to a third of the CPU. */
const restOfFeedsMs = (ranMs: number): number => Math.min(3 * ranMs, 2_000);

/** The interval between snapshots, which are only taken after enough changes. */
const snapshotIntervalMs = 300_000;

/** The interval at which a job looks for media that lack pictures or a duration. It reads all media. */
const completionIntervalMs = 900_000;

/** The interval of the clean-up of uploads, which the bucket does itself on AWS. */
const sweepIntervalMs = 3_600_000;

/**
 * The interval of the removal of expired items, which DynamoDB does itself. An engine reads its whole
 * table.
 */
const expiryIntervalMs = 3_600_000;

interface PlannedJob {
  readonly job: Job;
  readonly intervalMs: number;
  /** First after an interval, not at the start. */
  readonly isPutOff?: boolean;
  /** True for a job that also runs after each request that may have written to the table. */
  readonly followsWrites?: boolean;
  /** The time that a run waits for more to do after it was woken. */
  readonly gatherMs?: number;
  /** The rest after a run that took so long. */
  readonly restMs?: (ranMs: number) => number;
  /** This job also runs after each run of that one. */
  readonly follows?: Job;
}

// Imported by their first runs, because the service answers a tenth of a second sooner without them.
const publishScheduled: Job = async () => (await import("#functions/jobs/publish-scheduled.ts")).handler();
const renewFeeds: Job = async () => (await import("#functions/jobs/renew-feeds.ts")).handler();
const deliverWebhooks: Job = async (signal) =>
  (await import("#functions/jobs/deliver-webhooks.ts")).handler(signal);
const removeLeftoverFiles: Job = async () =>
  (await import("#functions/jobs/remove-leftover-files.ts")).handler();
const completeMedia: Job = async (signal) =>
  (await import("#functions/jobs/complete-media.ts")).handler(signal);
const snapshotCatalog: Job = async (signal) => {
  const { handler } = await import("#functions/jobs/snapshot-catalog.ts");
  // Its process is ended with the service.
  await handler().catch((error) => signal.aborted || Promise.reject(error));
};

/** The jobs of one machine. */
export const usualJobs = (intervalMs: number): readonly PlannedJob[] => {
  const steadily = whileSteady();
  return [
    { job: publishScheduled, intervalMs },
    {
      job: renewFeeds,
      intervalMs,
      followsWrites: true,
      gatherMs,
      restMs: restOfFeedsMs,
    },
    {
      job: deliverWebhooks,
      intervalMs,
      followsWrites: true,
      gatherMs,
      follows: renewFeeds,
    },
    { job: steadily(removeLeftoverFiles), intervalMs },
    { job: steadily(completeMedia), intervalMs: completionIntervalMs, isPutOff: true },
    { job: snapshotCatalog, intervalMs: snapshotIntervalMs },
    { job: steadily(sweepUploads), intervalMs: sweepIntervalMs },
    { job: steadily(removeExpiredItems), intervalMs: expiryIntervalMs, isPutOff: true },
  ];
};

/**
 * Skips a run without the database's files: nothing can be done, and the file store's folder may be gone,
 * too.
 */
const whileKept =
  (job: Job): Job =>
  async (signal) => {
    if (!findDatabaseLoss()) await job(signal);
  };

/** Runs each job soon and after each interval. A failure is logged; the next run tries again. */
export const startJobs = (intervalMs = usualIntervalMs, planned = usualJobs(intervalMs)) => {
  const thenWake = (job: Job) => () => {
    for (const { wake, follows } of jobs) if (follows === job) wake();
  };
  const jobs = planned.map((each) => ({
    ...each,
    ...repeatJob((signal) => whileKept(each.job)(signal).then(thenWake(each.job)), {
      name: each.job.name,
      ...each,
    }),
  }));
  const cancel = clock.after(
    firstRunMs,
    guarded(() => {
      for (const { wake, isPutOff = false } of jobs) if (!isPutOff) wake();
    }),
  );
  return {
    wake: (): void => {
      for (const { wake, followsWrites = false } of jobs) if (followsWrites) wake();
    },
    /** Resolves when no job runs any more. */
    stop: async (): Promise<void> => {
      cancel();
      await Promise.all(jobs.map(({ stop }) => stop()));
    },
  };
};
