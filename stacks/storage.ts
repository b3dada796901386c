/// <reference path="../.sst/platform/config.d.ts" />
import { tableDescription } from "#lib/store/table.ts";

/** Everything that a site keeps. */
export type Storage = ReturnType<typeof createStorage>;

/**
 * The one table and the one bucket of a site, both encrypted by AWS and closed to the public.
 *
 * The table is paid per request and can be restored to any second of the last 35 days; in production nothing
 * and nobody can delete it before this protection is lifted. Files below `uploads/` live for a day, parts of
 * an upload that broke off as well.
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
