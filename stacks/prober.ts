/// <reference path="../.sst/platform/config.d.ts" />
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { functionDefaults } from "./function-defaults.ts";
import type { Storage } from "./storage.ts";

/**
 * The function that other functions ask about media files. It alone has ffprobe and ffmpeg, and room for the
 * largest file that may be uploaded; it reads media and uploads, and writes only what a day later is gone.
 */
export const createProber = (storage: Storage) => {
  buildLayers();
  return new sst.aws.Function("JobsProbeMedia", {
    description: "Asked by other functions: what a media file in the store says about itself",
    handler: "functions/jobs/probe-media.handler",
    ...functionDefaults(storage),
    memory: "2048 MB",
    storage: "3 GB",
    timeout: "29 seconds",
    layers: [createLayer("Ffprobe"), ...(isBuilt("Ffmpeg") ? [createLayer("Ffmpeg")] : [])],
    permissions: [
      {
        actions: ["s3:GetObject"],
        resources: ["uploads", "audios", "videos"].map((folder) => filesBelow(storage, folder)),
      },
      {
        actions: ["s3:PutObject", "s3:AbortMultipartUpload"],
        resources: [filesBelow(storage, "uploads")],
      },
    ],
  });
};

/** Fetches the programs, unless they are there from an earlier deployment. */
const buildLayers = (): void => {
  execFileSync("node", ["layers/ffmpeg/build.ts"], { cwd: $cli.paths.root, stdio: "inherit" });
};

const filesBelow = ({ bucket }: Storage, folder: string) => $interpolate`${bucket.arn}/${folder}/*`;

type Program = "Ffprobe" | "Ffmpeg";

/** Where `layers/ffmpeg/build.ts` puts a program's layer. */
const layerFolder = (program: Program): string => path.join("layers/ffmpeg/dist", program.toLowerCase());

const isBuilt = (program: Program): boolean => existsSync(path.join($cli.paths.root, layerFolder(program)));

/** Each program has a layer of its own, because Lambda takes at most 50 MB at once. */
const createLayer = (program: Program) =>
  new aws.lambda.LayerVersion(`Layer${program}`, {
    layerName: `${$app.name}-${$app.stage}-${program.toLowerCase()}`,
    code: $asset(layerFolder(program)),
    compatibleArchitectures: ["arm64"],
    licenseInfo: "GPL-3.0",
  }).arn;
