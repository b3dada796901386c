/// <reference path="../.sst/platform/config.d.ts" />
import { mediaKinds } from "#lib/media/media.ts";
import type { Use } from "#lib/routes/route.ts";
import type { Storage } from "./storage.ts";

/** What functions may have rights to. */
export type SiteResources = Storage & {
  readonly prober: sst.aws.Function;
  /** What CloudFront says of its clients is believed with it. */
  readonly proxySecret: $util.Output<string>;
};

const read = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];

/** DynamoDB asks for the rights of what a transaction does; there is none for transactions. */
const write = [
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:ConditionCheckItem",
];

const readUploads = ["s3:GetObject", "s3:ListMultipartUploadParts"];

const uploadsIn = (bucket: Storage["bucket"]) => $interpolate`${bucket.arn}/uploads/*`;

const snapshotsIn = (bucket: Storage["bucket"]) => $interpolate`${bucket.arn}/snapshots/*`;

/**
 * What AWS lets a function do, by what its route uses: whoever follows the catalog may begin at a snapshot of
 * it. SST's `link` would be shorter, but gives every right on a table.
 */
export const rights: Record<Use, (site: SiteResources) => sst.aws.FunctionPermissionArgs[]> = {
  "table:read": ({ table }) => [{ actions: read, resources: [table.arn] }],
  "table:write": ({ table }) => [{ actions: [...read, ...write], resources: [table.arn] }],
  catalog: ({ table, bucket }) => [
    { actions: read, resources: [table.arn] },
    { actions: ["s3:GetObject"], resources: [snapshotsIn(bucket)] },
  ],
  "snapshots:write": ({ bucket }) => [
    {
      actions: ["s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
      resources: [snapshotsIn(bucket)],
    },
    { actions: ["s3:ListBucket"], resources: [bucket.arn] },
  ],
  "media:read": ({ bucket }) => [{ actions: ["s3:GetObject"], resources: mediaFiles(bucket) }],
  "media:delete": ({ bucket }) => [{ actions: ["s3:DeleteObject"], resources: mediaFiles(bucket) }],
  "images:write": ({ bucket }) => writeFiles(bucket, "images"),
  "audios:write": ({ bucket }) => writeFiles(bucket, "audios"),
  "videos:write": ({ bucket }) => writeFiles(bucket, "videos"),
  "uploads:read": ({ bucket }) => [{ actions: readUploads, resources: [uploadsIn(bucket)] }],
  "uploads:write": ({ bucket }) => [
    {
      actions: [...readUploads, "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
      resources: [uploadsIn(bucket)],
    },
  ],
  prober: ({ prober }) => [{ actions: ["lambda:InvokeFunction"], resources: [prober.arn] }],
};

const writeFiles = (bucket: Storage["bucket"], folder: string): sst.aws.FunctionPermissionArgs[] => [
  { actions: ["s3:PutObject", "s3:DeleteObject"], resources: [$interpolate`${bucket.arn}/${folder}/*`] },
];

const mediaFiles = (bucket: Storage["bucket"]) =>
  mediaKinds.map((kind) => $interpolate`${bucket.arn}/${kind}s/*`);
