/// <reference path="../.sst/platform/config.d.ts" />
import { execFileSync } from "node:child_process";
import path from "node:path";
import { liveAlias } from "#lib/store/release-record.ts";
import { layerFile, type Program } from "../layers/ffmpeg/programs.ts";
import { functionDefaults } from "./function-defaults.ts";
import type { Release } from "./release.ts";
import { seeMissing } from "./rights.ts";
import type { Storage } from "./storage.ts";
import { type ConcurrencyQuota, concurrencyOf } from "./throttles.ts";

type Site = Storage & ConcurrencyQuota & { readonly release: Pick<Release, "live"> };

/**
 * The function that inspects media files, and alone has ffprobe and ffmpeg. It reads media and uploads, and
 * writes only files that expire after a day.
 */
export const createProber = (site: Site) => {
  buildLayers();
  const made = new sst.aws.Function("JobsProbeMedia", {
    description: "Asked by other functions: what a media file in the store says about itself",
    handler: "functions/jobs/probe-media.handler",
    ...functionDefaults(site),
    memory: `${prober.limits.memoryMb} MB`,
    timeout: `${prober.limits.timeoutSeconds} seconds`,
    ...concurrencyOf(prober, site),
    layers: [createLayer("ffprobe"), createLayer("ffmpeg")],
    permissions: [
      {
        actions: ["s3:GetObject"],
        resources: ["uploads", "audios", "videos"].map((folder) => filesBelow(site, folder)),
      },
      {
        actions: ["s3:PutObject", "s3:AbortMultipartUpload"],
        resources: [filesBelow(site, "uploads")],
      },
      seeMissing(site),
    ],
  });
  site.release.live("JobsProbeMedia", made);
  // Not the alias's own ARN: the alias waits for all functions, and some of these wait for this one.
  return { function: made, arn: $interpolate`${made.arn}:${liveAlias}` };
};

const prober = {
  id: "jobs/probe-media",
  limits: { memoryMb: 2_048, timeoutSeconds: 29, bodyBytes: 0 },
} as const;

/** Builds the zips, unless an earlier deployment did. */
const buildLayers = (): void => {
  execFileSync("node", ["layers/ffmpeg/build.ts"], { cwd: $cli.paths.root, stdio: "inherit" });
};

const filesBelow = ({ bucket }: Storage, folder: string) => $interpolate`${bucket.arn}/${folder}/*`;

/**
 * A layer per program, because Lambda takes at most 50 MB at once. Its zip is uploaded as it is: of a folder,
 * Pulumi would make one in which no file is a program.
 */
const createLayer = (program: Program) =>
  new aws.lambda.LayerVersion(program === "ffprobe" ? "LayerFfprobe" : "LayerFfmpeg", {
    layerName: `${$app.name}-${$app.stage}-${program}`,
    code: new $util.asset.FileArchive(path.join($cli.paths.root, layerFile(program))),
    compatibleArchitectures: ["arm64"],
    licenseInfo: "GPL-3.0",
  }).arn;
