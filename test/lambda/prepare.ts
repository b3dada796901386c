import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { isThere } from "#local/data-directory/table-file.ts";
import { type Deployment, synthesize } from "#release/synthesis/synthesize.ts";
import { type Certificate, makeCertificate, readCertificate } from "./aws/certificate.ts";
import { buildBundles } from "./bundles.ts";
import { settingsOfStage } from "./settings-of-stage.ts";

const run = promisify(execFile);

const here = import.meta.dirname;

/** What runs write; not in git. */
export const workFolder = path.join(here, ".work");

const bundlesFolder = path.join(workFolder, "bundles");
const layersFolder = path.join(workFolder, "layers");
const kept = path.join(workFolder, "deployment.json");

export interface PreparedStage {
  readonly deployment: Deployment;
  readonly bundlesFolder: string;
  readonly layersFolder: string;
  readonly certificate: Certificate;
}

/**
 * Synthesizes a stage, builds its bundles, and installs what runs them. With `KEEP_BUNDLES=true`, those of
 * the last run remain, which is quicker while only tests change.
 */
export const prepareStage = async (): Promise<PreparedStage> => {
  await mkdir(workFolder, { recursive: true });
  await Promise.all([installRuntime(), provideLayers(layersFolder)]);
  if (process.env.KEEP_BUNDLES === "true" && (await isThere(kept))) return preparedStage();
  const deployment = await synthesize("production", settingsOfStage);
  await buildBundles(deployment, bundlesFolder);
  await makeCertificate(workFolder, regionOfStage);
  await writeFile(kept, JSON.stringify(deployment));
  return preparedStage();
};

/** The one that the synthesis is made for. */
export const regionOfStage = "eu-central-1";

/** What {@link prepareStage} has made. */
export const preparedStage = async (): Promise<PreparedStage> => ({
  deployment: JSON.parse(await readFile(kept, "utf8")),
  bundlesFolder,
  layersFolder,
  certificate: await readCertificate(workFolder),
});

/**
 * Amazon's runtime client builds a native module, which needs a compiler and CMake. It is the one package
 * whose scripts may run; the headers are those beside this Node, so that nothing is fetched but packages.
 */
const installRuntime = async (): Promise<void> => {
  const folder = path.join(here, "runtime");
  const built = path.join(folder, "node_modules/aws-lambda-ric/rapid-client.node");
  if (await isThere(built)) return;
  const { stdout, stderr } = await run("npm", ["ci", "--no-audit", "--no-fund", "--foreground-scripts"], {
    cwd: folder,
    env: {
      ...process.env,
      npm_config_ignore_scripts: "false",
      npm_config_nodedir: path.resolve(process.execPath, "../.."),
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!(await isThere(built)))
    throw new Error(`npm ci in ${folder} has not built ${built}:\n${stdout}${stderr}`);
};

/** The programs of the layers, for this machine. */
const provideLayers = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const require = createRequire(import.meta.url);
  const ffprobe = path.join(folder, "ffprobe");
  await copyFile(require("@ffprobe-installer/ffprobe").path, ffprobe);
  await chmod(ffprobe, 0o755);
  const ffmpeg = path.join(folder, "ffmpeg");
  if (!(await isThere(ffmpeg))) await run(process.execPath, ["layers/ffmpeg/install.ts", ffmpeg]);
};
