/// <reference path="../.sst/platform/config.d.ts" />
import { feedsPath } from "#lib/media/file-delivery.ts";
import { mediaKinds } from "#lib/media/media.ts";
import type { Use } from "#lib/routes/route.ts";
import type { DownloadKeys } from "./download-keys.ts";
import type { createProxySecret } from "./proxy-secret.ts";
import type { Release } from "./release.ts";
import type { Storage } from "./storage.ts";
import { type TableStatement, tableStatements, tableStatementsOfJob } from "./table-statements.ts";

export type SiteResources = Storage & {
  readonly release: Release;
  readonly prober: { readonly function: sst.aws.Function; readonly arn: $util.Output<string> };
  readonly downloadKeys: DownloadKeys;
  /** Functions trust CloudFront's headers if they come with this secret. */
  readonly proxySecret: ReturnType<typeof createProxySecret>;
};

const readUploads = ["s3:GetObject", "s3:ListMultipartUploadParts"];

/**
 * The right to list: without it, S3 answers 403 for a missing file, which would be an error of the service.
 */
export const seeMissing = ({ bucket }: Storage): sst.aws.FunctionPermissionArgs => ({
  actions: ["s3:ListBucket"],
  resources: [bucket.arn],
});

const uploadsIn = (bucket: Storage["bucket"]) => $interpolate`${bucket.arn}/uploads/*`;

const snapshotsIn = (bucket: Storage["bucket"]) => $interpolate`${bucket.arn}/snapshots/*`;

/**
 * The AWS permissions for each use, but for those on items of the table (`table-statements.ts`). Functions
 * that follow the catalog may read its snapshots. SST's `link` would be shorter, but gives every right.
 */
const rightsBesideTable: Partial<Record<Use, (site: SiteResources) => sst.aws.FunctionPermissionArgs[]>> = {
  catalog: ({ bucket }) => [{ actions: ["s3:GetObject"], resources: [snapshotsIn(bucket)] }],
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
  // AWS's own key decrypts it for callers who may read the parameter.
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
  // Functions of 0.2.0 ask the one without an alias.
  prober: ({ prober }) => [
    { actions: ["lambda:InvokeFunction"], resources: [prober.function.arn, prober.arn] },
  ],
};

/** False for uses that no role has to allow. */
export const hasRights = (use: Use): boolean => use in rightsBesideTable || tableStatements([use]).length > 0;

const permissionsOf = (
  statements: readonly TableStatement[],
  uses: readonly Use[],
  site: SiteResources,
): sst.aws.FunctionPermissionArgs[] => [
  ...statements.map(({ actions, conditions }) => ({
    actions: [...actions],
    resources: [site.table.arn],
    conditions: conditions.map((condition) => ({ ...condition, values: [...condition.values] })),
  })),
  ...uses.flatMap((use) => rightsBesideTable[use]?.(site) ?? []),
];

/** The AWS permissions of a function with these uses. */
export const rightsOfRoute = (uses: readonly Use[], site: SiteResources): sst.aws.FunctionPermissionArgs[] =>
  permissionsOf(tableStatements(uses), uses, site);

export const rightsOfJob = (uses: readonly Use[], site: SiteResources): sst.aws.FunctionPermissionArgs[] =>
  permissionsOf(tableStatementsOfJob(uses), uses, site);

const writeFiles = (bucket: Storage["bucket"], folder: string): sst.aws.FunctionPermissionArgs[] => [
  { actions: ["s3:PutObject", "s3:DeleteObject"], resources: [$interpolate`${bucket.arn}/${folder}/*`] },
];

const mediaFiles = (bucket: Storage["bucket"]) =>
  mediaKinds.map((kind) => $interpolate`${bucket.arn}/${kind}s/*`);
