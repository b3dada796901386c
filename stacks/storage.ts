/// <reference path="../.sst/platform/config.d.ts" />
import { adminPath } from "#lib/admin-files.ts";
import { feedsPath } from "#lib/media/file-delivery.ts";
import { mediaKinds } from "#lib/media/media.ts";
import { releasesFolder } from "#lib/store/release-record.ts";
import { tableDescription } from "#lib/store/table.ts";
import { adoptTable } from "./existing-table.ts";
import { createLogs } from "./logs.ts";
import type { DeploymentSettings } from "./settings.ts";

export type Storage = Awaited<ReturnType<typeof createStorage>>;

/**
 * The site's table, bucket and logs. Table and bucket are encrypted by AWS and private, and CloudFront may
 * read feeds and media. Unless the stage is disposable, neither can be deleted by a deployment.
 */
export const createStorage = async (settings: DeploymentSettings) => ({
  settings,
  table: settings.existingTable
    ? await adoptTable(settings.existingTable, settings.permissionsBoundary)
    : createTable(settings),
  bucket: createBucket(settings),
  logs: createLogs(),
});

/** Creates the table, which can be restored to any second of the last 35 days. */
const createTable = ({ disposable }: DeploymentSettings) => {
  const { partitionKey, sortKey, expiry } = tableDescription;
  return new sst.aws.Dynamo("Table", {
    fields: { [partitionKey]: "string", [sortKey]: "string" },
    primaryIndex: { hashKey: partitionKey, rangeKey: sortKey },
    ttl: expiry,
    stream: "keys-only",
    deletionProtection: !disposable,
  });
};

/**
 * Creates the bucket, which keeps replaced and deleted files as versions, so that a restored table finds
 * its media.
 */
const createBucket = ({ disposable }: DeploymentSettings) => {
  const bucket = new sst.aws.Bucket("Files", {
    cors: uploadingPages(),
    versioning: true,
    policy: readersByCloudFront(),
    transform: { bucket: { forceDestroy: disposable } },
  });
  const versionsFor = (folder: string, noncurrentDays: number) => ({
    id: `versions-${folder}`,
    status: "Enabled",
    filter: { prefix: `${folder}/` },
    noncurrentVersionExpiration: { noncurrentDays },
  });
  new aws.s3.BucketLifecycleConfiguration(
    "FilesLifecycle",
    {
      bucket: bucket.name,
      rules: [
        { ...versionsFor("uploads", 1), expiration: { days: 1 } },
        ...mediaKinds.map((kind) => versionsFor(`${kind}s`, restorableDays)),
        ...["snapshots", feedsPath.slice(1), "feed-state", releasesFolder.slice(0, -1)].map((folder) =>
          versionsFor(folder, 1),
        ),
        {
          id: "remains",
          status: "Enabled",
          filter: { prefix: "" },
          expiration: { expiredObjectDeleteMarker: true },
          abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
        },
      ],
    },
    { dependsOn: [bucket] },
  );
  return bucket;
};

/**
 * Pages send the parts of uploads to addresses that the API has signed, and only with these anything is
 * taken: those of the admin, whose own address is not known before CloudFront's, and pages of other sites.
 */
const uploadingPages = (): sst.aws.BucketArgs["cors"] => {
  return {
    allowOrigins: ["*"],
    allowMethods: ["GET", "HEAD", "PUT"],
    allowHeaders: ["*"],
    exposeHeaders: ["ETag"],
    maxAge: "2 hours",
  };
};

/** The days back to which DynamoDB restores a table. */
const restorableDays = 35;

/** Lets this account's CloudFront read feeds and media (decisions 028, 008), with a 404 for missing ones. */
const readersByCloudFront = () => {
  const { accountId } = aws.getCallerIdentityOutput({});
  const byCloudFront = {
    principals: [{ type: "service" as const, identifiers: ["cloudfront.amazonaws.com"] }],
    conditions: [
      {
        test: "ArnLike",
        variable: "aws:SourceArn",
        values: [$interpolate`arn:aws:cloudfront::${accountId}:distribution/*`],
      },
    ],
  };
  return [
    {
      ...byCloudFront,
      actions: ["s3:GetObject"],
      paths: [
        `${feedsPath.slice(1)}/*`,
        `${adminPath.slice(1)}/*`,
        ...mediaKinds.map((kind) => `${kind}s/*`),
      ],
    },
    { ...byCloudFront, actions: ["s3:ListBucket"], paths: [""] },
  ];
};
