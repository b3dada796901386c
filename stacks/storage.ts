/// <reference path="../.sst/platform/config.d.ts" />
import { feedsPath } from "#lib/media/file-delivery.ts";
import { tableDescription } from "#lib/store/table.ts";

export type Storage = ReturnType<typeof createStorage>;

/**
 * The site's table and bucket, both encrypted by AWS and private. CloudFront may read feeds. The table can be
 * restored to any second of the last 35 days. In production it cannot be deleted until this protection is
 * lifted. Files below `uploads/`, and parts of incomplete uploads, expire after a day.
 */
export const createStorage = () => {
  const { partitionKey, sortKey, expiry } = tableDescription;
  const table = new sst.aws.Dynamo("Table", {
    fields: { [partitionKey]: "string", [sortKey]: "string" },
    primaryIndex: { hashKey: partitionKey, rangeKey: sortKey },
    ttl: expiry,
    stream: "keys-only",
    deletionProtection: $app.stage === "production",
  });
  const bucket = new sst.aws.Bucket("Files", { cors: false, policy: feedReaders() });
  new aws.s3.BucketLifecycleConfiguration("FilesLifecycle", {
    bucket: bucket.name,
    rules: [
      {
        id: "temporary-uploads",
        status: "Enabled",
        filter: { prefix: "uploads/" },
        expiration: { days: 1 },
      },
      {
        id: "parts-of-broken-uploads",
        status: "Enabled",
        filter: { prefix: "" },
        abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
      },
    ],
  });
  return { table, bucket };
};

/** Lets this account's CloudFront read feeds (decision 028), with a 404, not a 403, for a missing one. */
const feedReaders = () => {
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
    { ...byCloudFront, actions: ["s3:GetObject"], paths: [`${feedsPath.slice(1)}/*`] },
    { ...byCloudFront, actions: ["s3:ListBucket"], paths: [""] },
  ];
};
