/// <reference path="../.sst/platform/config.d.ts" />
import { tableDescription } from "#lib/store/table.ts";

export type Storage = ReturnType<typeof createStorage>;

/**
 * The site's table and bucket, both encrypted by AWS and private.
 *
 * The table is paid per request, and can be restored to any second of the last 35 days. In production it
 * cannot be deleted until this protection is lifted. Files below `uploads/`, and parts of incomplete uploads,
 * expire after a day.
 */
export const createStorage = () => {
  const { partitionKey, sortKey, expiry } = tableDescription;
  const table = new sst.aws.Dynamo("Table", {
    fields: { [partitionKey]: "string", [sortKey]: "string" },
    primaryIndex: { hashKey: partitionKey, rangeKey: sortKey },
    ttl: expiry,
    deletionProtection: $app.stage === "production",
  });
  const bucket = new sst.aws.Bucket("Files", { cors: false });
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
