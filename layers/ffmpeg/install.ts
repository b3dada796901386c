/**
 * Installs ffmpeg where the npm package `ffmpeg-static` expects it, for a service on this machine (see
 * README.md). The package's own installation, which checks nothing, does not run.
 */
import { rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { downloadProgram, ffmpegUrl } from "./download.ts";

const { FFMPEG_SHA256, FFMPEG_BINARIES_URL } = process.env;

const install = async (): Promise<string> => {
  const url = ffmpegUrl(process.platform, process.arch, FFMPEG_BINARIES_URL);
  const path: string | null = createRequire(import.meta.url)("ffmpeg-static");
  if (path === null) throw new Error(`ffmpeg-static has no program for ${process.platform}-${process.arch}`);
  if (!FFMPEG_SHA256)
    throw new Error(`FFMPEG_SHA256 is not set: download ${url}, make sure of it, and set its SHA-256`);
  const program = await downloadProgram(url, FFMPEG_SHA256);
  const draft = `${path}.draft`;
  await writeFile(draft, program, { mode: 0o755 });
  await rename(draft, path);
  return path;
};

try {
  console.log(`ffmpeg is installed at ${await install()}.`);
} catch (error) {
  console.error(`${(error as Error).message}.`);
  process.exitCode = 1;
}
