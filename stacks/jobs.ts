/// <reference path="../.sst/platform/config.d.ts" />
import { feedCacheMaxAge } from "#lib/media/file-delivery.ts";
import type { Use } from "#lib/routes/route.ts";
import { keys, tableDescription } from "#lib/store/table.ts";
import { functionDefaults } from "./function-defaults.ts";
import { rights, type SiteResources } from "./rights.ts";

/** The scheduled jobs. Gives the snapshot function, whose failure only an alarm would tell. */
export const createJobs = (site: SiteResources, publicOrigin: $util.Input<string>) => {
  createJob(site, "JobsPublishScheduled", {
    schedule: "rate(1 minute)",
    description: "Every minute: publish what is approved and due",
    handler: "functions/jobs/publish-scheduled.handler",
    uses: ["table:write"],
  });
  createJob(site, "JobsRemoveLeftoverFiles", {
    schedule: "rate(1 hour)",
    description: "Every hour: remove the files and the parts of bodies that nothing names",
    handler: "functions/jobs/remove-leftover-files.handler",
    uses: ["table:write", "media:delete"],
  });
  const feeds = createJob(site, "JobsRenewFeeds", {
    schedule: "rate(1 minute)",
    description: "After each change, and every minute: renew the feeds that it changes",
    handler: "functions/jobs/renew-feeds.handler",
    uses: ["catalog", "table:read", "feeds:write", "media:read"],
    followsChanges: true,
    memory: "2048 MB",
    timeout: "5 minutes",
    // A hub asks for a feed at once, so CloudFront must have forgotten the old version; 5 s for clocks.
    environment: { PUBLIC_ORIGIN: publicOrigin, FEED_CACHE_SECONDS: String(feedCacheMaxAge + 5) },
  });
  followChanges(site, feeds);
  const snapshots = createJob(site, "JobsSnapshotCatalog", {
    schedule: "rate(15 minutes)",
    description: "Every 15 minutes: store a snapshot of the catalog, where instances begin",
    handler: "functions/jobs/snapshot-catalog.handler",
    uses: ["catalog", "table:write", "snapshots:write"],
    memory: "2048 MB",
    storage: "2 GB",
    timeout: "5 minutes",
  });
  return { snapshots };
};

interface Job {
  readonly schedule: "rate(1 minute)" | "rate(15 minutes)" | "rate(1 hour)";
  readonly description: string;
  readonly handler: string;
  readonly uses: readonly Use[];
  /** Runs also after entries of the change log, by {@link followChanges}. */
  readonly followsChanges?: boolean;
  readonly memory?: "2048 MB";
  readonly storage?: "2 GB";
  readonly timeout?: "5 minutes";
  readonly environment?: Readonly<Record<string, $util.Input<string>>>;
}

const createJob = (
  site: SiteResources,
  name: string,
  { schedule, uses, followsChanges = false, environment, ...own }: Job,
) => {
  const defaults = functionDefaults(site);
  return new sst.aws.CronV2(name, {
    schedule,
    function: {
      memory: "512 MB",
      timeout: "25 seconds",
      ...own,
      ...defaults,
      environment: { ...defaults.environment, ...environment },
      permissions: [...uses.flatMap((use) => rights[use](site)), ...(followsChanges ? readStream(site) : [])],
    },
  });
};

const readStream = ({ table }: SiteResources): sst.aws.FunctionPermissionArgs[] => [
  {
    actions: [
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
      "dynamodb:ListStreams",
    ],
    resources: [table.nodes.table.streamArn],
  },
];

/**
 * Calls a job at once after new entries of the change log. Lambda reads the stream, so an idle site pays
 * nothing. A run that fails is tried twice more; then the schedule's next run does its work.
 */
const followChanges = ({ table }: SiteResources, job: sst.aws.CronV2) =>
  new aws.lambda.EventSourceMapping("JobsRenewFeedsAfterChanges", {
    eventSourceArn: table.nodes.table.streamArn,
    functionName: job.nodes.function.name,
    startingPosition: "LATEST",
    batchSize: 1_000,
    maximumBatchingWindowInSeconds: 0,
    maximumRetryAttempts: 2,
    filterCriteria: {
      filters: [
        {
          pattern: JSON.stringify({
            eventName: ["INSERT"],
            dynamodb: { Keys: { [tableDescription.partitionKey]: { S: [keys.change(1, "CHANGES").pk] } } },
          }),
        },
      ],
    },
  });
