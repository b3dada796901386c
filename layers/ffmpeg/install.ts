/** Installs ffmpeg for a service on this machine, where `lib/probing/find-program.ts` looks for it. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { downloadFfmpeg } from "./download.ts";
import { ffmpegWheels } from "./programs.ts";

/** Installs into a folder, `dist/here` by default. */
const install = async (folder = path.join(import.meta.dirname, "dist/here")): Promise<string> => {
  const platform = `${process.platform}-${process.arch}`;
  const wheel = ffmpegWheels[platform];
  if (!wheel) throw new Error(`there is no ffmpeg for ${platform}: install one, and set FFMPEG_PATH`);
  const program = await downloadFfmpeg(wheel);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg");
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
