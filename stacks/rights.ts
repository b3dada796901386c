/// <reference path="../.sst/platform/config.d.ts" />
import { feedsPath } from "#lib/media/file-delivery.ts";
import { mediaKinds } from "#lib/media/media.ts";
import type { Use } from "#lib/routes/route.ts";
import {
  credentialPartitions,
  namePartitions,
  secretsPartition,
  tableDescription,
} from "#lib/store/table.ts";
import type { DownloadKeys } from "./download-keys.ts";
import type { createProxySecret } from "./proxy-secret.ts";
import type { Storage } from "./storage.ts";

export type SiteResources = Storage & {
  readonly prober: sst.aws.Function;
  /** What functions of a release wait for, but for the few that are made before it (`snapshots.ts`). */
  readonly firstSnapshot?: aws.lambda.Invocation;
  readonly downloadKeys: DownloadKeys;
  /** Functions trust CloudFront's headers if they come with this secret. */
  readonly proxySecret: ReturnType<typeof createProxySecret>;
};

const readByKey = ["dynamodb:GetItem", "dynamodb:BatchGetItem"];

/** All items of a partition. */
const list = "dynamodb:Query";

/** A transaction needs the rights of its parts; it has none of its own. */
const write = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"];

/** A condition of a transaction on an item that it does not write. */
const check = "dynamodb:ConditionCheckItem";

type Conditions = NonNullable<sst.aws.FunctionPermissionArgs["conditions"]>;

/** For items of the partition of secrets, or for all others: a right on the table says which it is about. */
const secretsOnly: Conditions = [
  { test: "ForAllValues:StringEquals", variable: "dynamodb:LeadingKeys", values: [secretsPartition] },
];
const butSecrets: Conditions = [
  { test: "ForAllValues:StringNotEquals", variable: "dynamodb:LeadingKeys", values: [secretsPartition] },
];

/** For what signs a caller in, a credential and its user, and all that is neither secret nor credential. */
const butNames: Conditions = [
  {
    test: "ForAllValues:StringNotLike",
    variable: "dynamodb:LeadingKeys",
    values: [secretsPartition, ...namePartitions],
  },
];

/** For items of all partitions but those of secrets and credentials. */
const butCredentials: Conditions = [
  {
    test: "ForAllValues:StringNotLike",
    variable: "dynamodb:LeadingKeys",
    values: [secretsPartition, ...credentialPartitions],
  },
];

/** For items of all partitions but those of credentials. */
const noCredentials: Conditions = [
  { test: "ForAllValues:StringNotLike", variable: "dynamodb:LeadingKeys", values: credentialPartitions },
];

const credentialsOnly: Conditions = [
  { test: "ForAllValues:StringLike", variable: "dynamodb:LeadingKeys", values: credentialPartitions },
];

/** For when a token or session was used, which is all that most functions may write of one. */
const lastUseOnly: Conditions = [
  { test: "ForAllValues:StringLike", variable: "dynamodb:LeadingKeys", values: ["CREDENTIAL#*"] },
  {
    test: "ForAllValues:StringEquals",
    variable: "dynamodb:Attributes",
    values: [tableDescription.partitionKey, tableDescription.sortKey, "lastUsedAt"],
  },
];

/** Without lists of accounts, tokens and sessions. */
const readTable = ({ arn }: Storage["table"]): sst.aws.FunctionPermissionArgs[] => [
  { actions: readByKey, resources: [arn], conditions: butNames },
  { actions: [list], resources: [arn], conditions: butCredentials },
];

/** Whoever signs somebody in by a token or session may write that it was used (contract#unused-sessions). */
const noteLastUse = ({ arn }: Storage["table"]): sst.aws.FunctionPermissionArgs => ({
  actions: ["dynamodb:UpdateItem"],
  resources: [arn],
  conditions: lastUseOnly,
});

const readUploads = ["s3:GetObject", "s3:ListMultipartUploadParts"];

/** Without it, S3 answers 403 for a missing file, which would be an error of the service. */
export const seeMissing = ({ bucket }: Storage): sst.aws.FunctionPermissionArgs => ({
  actions: ["s3:ListBucket"],
  resources: [bucket.arn],
});

const uploadsIn = (bucket: Storage["bucket"]) => $interpolate`${bucket.arn}/uploads/*`;

const snapshotsIn = (bucket: Storage["bucket"]) => $interpolate`${bucket.arn}/snapshots/*`;

/**
 * The AWS permissions for each use that a route declares. Functions that follow the catalog may read its
 * snapshots. SST's `link` would be shorter, but gives every right on a table.
 */
export const rights: Record<Use, (site: SiteResources) => sst.aws.FunctionPermissionArgs[]> = {
  "table:read": ({ table }) => [...readTable(table), noteLastUse(table)],
  "table:write": ({ table }) => [
    ...readTable(table),
    { actions: [...write, check], resources: [table.arn], conditions: butCredentials },
    noteLastUse(table),
  ],
  "credentials:read": ({ table }) => [
    { actions: ["dynamodb:GetItem", list], resources: [table.arn], conditions: credentialsOnly },
  ],
  // A transaction may write to these and other partitions, so this right is on both.
  "credentials:write": ({ table }) => [{ actions: write, resources: [table.arn], conditions: butSecrets }],
  "secrets:read": ({ table }) => [
    { actions: ["dynamodb:GetItem"], resources: [table.arn], conditions: secretsOnly },
  ],
  // A transaction writes a secret and other items, so this right is on both, but on no credentials.
  "secrets:write": ({ table }) => [
    {
      actions: ["dynamodb:PutItem", "dynamodb:DeleteItem"],
      resources: [table.arn],
      conditions: noCredentials,
    },
  ],
  catalog: ({ table, bucket }) => [
    ...readTable(table),
    noteLastUse(table),
    { actions: ["s3:GetObject"], resources: [snapshotsIn(bucket)] },
  ],
  // The job lists snapshots to delete old ones.
  "snapshots:write": (site) => [
    {
      actions: ["s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
      resources: [snapshotsIn(site.bucket)],
    },
    seeMissing(site),
  ],
  // S3 asks for GetObject where a write states an ETag.
  "feeds:write": (site) => [
    {
      actions: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      resources: [
        $interpolate`${site.bucket.arn}${feedsPath}/*`,
        $interpolate`${site.bucket.arn}/feed-state/*`,
      ],
    },
    seeMissing(site),
  ],
  "media:read": (site) => [
    { actions: ["s3:GetObject"], resources: mediaFiles(site.bucket) },
    seeMissing(site),
  ],
  "media:delete": ({ bucket }) => [{ actions: ["s3:DeleteObject"], resources: mediaFiles(bucket) }],
  // AWS's own key decrypts it, for whoever may read the parameter.
  "media:sign": ({ downloadKeys }) => [
    { actions: ["ssm:GetParameter"], resources: [downloadKeys.parameter.arn] },
  ],
  "images:write": ({ bucket }) => writeFiles(bucket, "images"),
  "audios:write": ({ bucket }) => writeFiles(bucket, "audios"),
  "videos:write": ({ bucket }) => writeFiles(bucket, "videos"),
  "uploads:read": (site) => [{ actions: readUploads, resources: [uploadsIn(site.bucket)] }, seeMissing(site)],
  "uploads:write": (site) => [
    {
      actions: [...readUploads, "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
      resources: [uploadsIn(site.bucket)],
    },
    seeMissing(site),
  ],
  // Each request brings the token of its caller.
  api: () => [],
  prober: ({ prober }) => [{ actions: ["lambda:InvokeFunction"], resources: [prober.arn] }],
};

/** The same for jobs, for which nobody signs in: they read and write no credentials. */
export const rightsOfJob = (uses: readonly Use[], site: SiteResources): sst.aws.FunctionPermissionArgs[] =>
  uses
    .flatMap((use) => rights[use](site))
    .filter(({ conditions }) => conditions !== lastUseOnly)
    .map((right) => (right.conditions === butNames ? { ...right, conditions: butCredentials } : right));

const writeFiles = (bucket: Storage["bucket"], folder: string): sst.aws.FunctionPermissionArgs[] => [
  { actions: ["s3:PutObject", "s3:DeleteObject"], resources: [$interpolate`${bucket.arn}/${folder}/*`] },
];

const mediaFiles = (bucket: Storage["bucket"]) =>
  mediaKinds.map((kind) => $interpolate`${bucket.arn}/${kind}s/*`);
