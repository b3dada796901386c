/**
 * Installs ffmpeg where the npm package `ffmpeg-static` expects it, for a service on this machine (see
 * README.md). The package's own installation, which checks nothing, does not run.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { downloadFfmpeg } from "./download.ts";
import { ffmpegWheels } from "./programs.ts";

/** Undefined on platforms that the package does not know, and where npm left the package out. */
const expectedFile = (): string | undefined => {
  try {
    return createRequire(import.meta.url)("ffmpeg-static") ?? undefined;
  } catch {
    return undefined;
  }
};

const install = async (file = expectedFile()): Promise<string> => {
  const platform = `${process.platform}-${process.arch}`;
  const wheel = ffmpegWheels[platform];
  if (!wheel || !file)
    throw new Error(`there is no ffmpeg for ${platform}: install one, and set FFMPEG_PATH`);
  const program = await downloadFfmpeg(wheel);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.draft`, program, { mode: 0o755 });
  await rename(`${file}.draft`, file);
  return file;
};

try {
  console.log(`ffmpeg is installed at ${await install(process.argv[2])}.`);
} catch (error) {
  console.error(`${(error as Error).message}.`);
  process.exitCode = 1;
}
