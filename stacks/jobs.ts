/// <reference path="../.sst/platform/config.d.ts" />
import { feedCacheMaxAge } from "#lib/media/file-delivery.ts";
import { cacheSkewSeconds, sharedCacheSeconds } from "#lib/settings/site.ts";
import { keys, tableDescription } from "#lib/store/table.ts";
import { functionDefaults } from "./function-defaults.ts";
import { jobUses } from "./job-uses.ts";
import { pinnedInProject } from "./pinned-packages.ts";
import { rightsOfJob, type SiteResources } from "./rights.ts";
import type { DeploymentSettings } from "./settings.ts";
import type { Web } from "./web.ts";

/** Makes the scheduled jobs, but for that of `snapshots.ts`. */
export const createJobs = (
  site: SiteResources,
  { url, distribution }: Web,
  { cloudFrontLogs }: Pick<DeploymentSettings, "cloudFrontLogs">,
): readonly sst.aws.Function[] => {
  const publicOrigin = $interpolate`${url}`;
  const sharesPages = sharedCacheSeconds.required() > 0;
  const publishing = createJob(site, "JobsPublishScheduled", {
    id: "jobs/publish-scheduled",
    schedule: "rate(1 minute)",
    description: "Every minute: publish what is approved and due",
  });
  const watching = createJob(site, "JobsWatchSite", {
    id: "jobs/watch-site",
    schedule: "rate(5 minutes)",
    description: "Every 5 minutes: measure what waits for the other jobs",
  });
  const removing = createJob(site, "JobsRemoveLeftoverFiles", {
    id: "jobs/remove-leftover-files",
    schedule: "rate(1 hour)",
    description: "Every hour: remove the files and the parts of bodies that nothing names",
  });
  const completing = createJob(site, "JobsCompleteMedia", {
    id: "jobs/complete-media",
    schedule: "rate(6 hours)",
    description: "Every 6 hours: make pictures that stored media lack, count estimated durations",
    memory: "2048 MB",
    timeout: "15 minutes",
    installs: ["sharp"],
    environment: { PROBER_FUNCTION: site.prober.arn },
  });
  const feeds = createJob(site, "JobsRenewFeeds", {
    id: "jobs/renew-feeds",
    schedule: "rate(1 minute)",
    description:
      "After each change, and every minute: renew feeds, forget old pages, queue what webhooks are told",
    followsTable: true,
    memory: "2048 MB",
    timeout: "5 minutes",
    // Receivers ask for a feed at once, so CloudFront must have forgotten the old version.
    environment: {
      PUBLIC_ORIGIN: publicOrigin,
      FEED_CACHE_SECONDS: String(cachesInARow * feedCacheMaxAge + cacheSkewSeconds),
      ...(sharesPages && { DISTRIBUTION_ID: distribution.id }),
    },
    permissions: sharesPages
      ? [{ actions: ["cloudfront:CreateInvalidation"], resources: [distribution.arn] }]
      : [],
  });
  followTable(site, "JobsRenewFeedsAfterChanges", feeds.live, keys.change(1, "CHANGES").pk);
  const webhooks = createJob(site, "JobsDeliverWebhooks", {
    id: "jobs/deliver-webhooks",
    schedule: "rate(1 minute)",
    description: "When something is queued, and every minute: send what is due to webhooks",
    followsTable: true,
    memory: "2048 MB",
    timeout: "5 minutes",
    environment: { PUBLIC_ORIGIN: publicOrigin },
  });
  followTable(site, "JobsDeliverWebhooksAfterQueueing", webhooks.live, keys.waitingDelivery(1, 1).pk);
  const counting = cloudFrontLogs ? [countLogs(site, cloudFrontLogs, distribution.id)] : [];
  return [publishing, watching, removing, completing, feeds, webhooks, ...counting].map(({ job }) => job);
};

/**
 * The number of caches in a row: that of CloudFront's region may give a copy to the one near the reader at
 * the end of its time.
 */
const cachesInARow = 2;

/**
 * The job that counts logs. It may read the log files of the site's own distribution, and list those in their
 * folder.
 */
const countLogs = (
  site: SiteResources,
  { bucket, folder }: NonNullable<DeploymentSettings["cloudFrontLogs"]>,
  distributionId: $util.Output<string>,
) =>
  createJob(site, "JobsCountLogs", {
    id: "jobs/count-logs",
    schedule: "rate(6 hours)",
    description: "Every 6 hours: count downloads, views and readers of feeds in CloudFront's logs",
    memory: "2048 MB",
    timeout: "5 minutes",
    environment: { LOGS_BUCKET: bucket, LOGS_FOLDER: folder, DISTRIBUTION_ID: distributionId },
    permissions: [
      {
        actions: ["s3:GetObject"],
        resources: [$interpolate`arn:aws:s3:::${bucket}/${folder}/*${distributionId}.*`],
      },
      {
        actions: ["s3:ListBucket"],
        resources: [`arn:aws:s3:::${bucket}`],
        conditions: [{ test: "StringLike", variable: "s3:prefix", values: [`${folder}/*`] }],
      },
    ],
  });

interface Job {
  readonly id: keyof typeof jobUses;
  readonly schedule:
    | "rate(1 minute)"
    | "rate(5 minutes)"
    | "rate(15 minutes)"
    | "rate(1 hour)"
    | "rate(6 hours)";
  readonly description: string;
  /** Runs also after new items of a partition, by {@link followTable}. */
  readonly followsTable?: boolean;
  readonly memory?: "2048 MB";
  readonly storage?: "2 GB";
  readonly timeout?: "5 minutes" | "15 minutes";
  /** Packages that its bundle cannot carry. */
  readonly installs?: readonly string[];
  readonly environment?: Readonly<Record<string, $util.Input<string>>>;
  /** Permissions besides those of its uses. */
  readonly permissions?: readonly sst.aws.FunctionPermissionArgs[];
}

export const createJob = (
  site: SiteResources,
  name: string,
  { id, schedule, followsTable = false, installs, environment, permissions = [], ...own }: Job,
) => {
  const defaults = functionDefaults(site);
  const job = new sst.aws.Function(`${name}Handler`, {
    memory: "512 MB",
    timeout: "25 seconds",
    ...own,
    handler: `functions/${id}.handler`,
    ...defaults,
    ...(installs && {
      nodejs: { ...defaults.nodejs, install: pinnedInProject(installs, $cli.paths.root) },
    }),
    logging: { ...defaults.logging, logGroup: site.logs.jobs.name },
    environment: { ...defaults.environment, ...environment },
    permissions: [
      ...rightsOfJob(jobUses[id], site),
      ...permissions,
      ...(followsTable ? readStream(site) : []),
    ],
  });
  const live = site.release.live(name, job);
  new sst.aws.CronV2(name, { schedule, function: live });
  return { job, live };
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
 * Calls a job at once after new items of a partition. Lambda reads the stream, so an idle site pays nothing.
 * A run that fails is tried twice more; then the schedule's next run does its work. DynamoDB lets two
 * functions follow a table; a third would slow all of them down.
 */
const followTable = ({ table }: SiteResources, name: string, live: $util.Output<string>, partition: string) =>
  new aws.lambda.EventSourceMapping(name, {
    eventSourceArn: table.nodes.table.streamArn,
    functionName: live,
    startingPosition: "LATEST",
    batchSize: 1_000,
    maximumBatchingWindowInSeconds: 0,
    maximumRetryAttempts: 2,
    filterCriteria: {
      filters: [
        {
          pattern: JSON.stringify({
            eventName: ["INSERT"],
            dynamodb: { Keys: { [tableDescription.partitionKey]: { S: [partition] } } },
          }),
        },
      ],
    },
  });
