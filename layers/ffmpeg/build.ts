/**
 * Builds the layers of the media prober into `dist/`, unless they are there (see README.md). Needs `npm`,
 * `tar` and the npm registry; ffmpeg, which is built only with `FFMPEG_SHA256`, comes from GitHub.
 */
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { downloadProgram, ffmpegUrl, requireDigest } from "./download.ts";

const dist = join(import.meta.dirname, "dist");

/** The npm package that contains ffprobe as `package/ffprobe`, and its checksum. */
const ffprobe = {
  name: "@ffprobe-installer/linux-arm64@5.2.0",
  integrity:
    "sha512-X1VvWtlLs6ScP73biVLuHD5ohKJKsMTa0vafCESOen4mOoNeLAYbxOVxDWAdFz9cpZgRiloFj5QD6nDj8E28yQ==",
};

const run = promisify(execFile);

const buildFfprobe = (): Promise<void> =>
  buildLayer("ffprobe", `${ffprobe.name}\n${ffprobe.integrity}\n`, async (workshop) => {
    await run("npm", ["pack", ffprobe.name, "--pack-destination", workshop]);
    const archive = join(workshop, "ffprobe-installer-linux-arm64-5.2.0.tgz");
    requireDigest(ffprobe.name, await readFile(archive), ffprobe.integrity);
    await run("tar", ["-xzf", archive, "-C", workshop, "package/ffprobe"]);
    return join(workshop, "package/ffprobe");
  });

const buildFfmpeg = (sha256: string): Promise<void> => {
  const url = ffmpegUrl("linux", "arm64");
  return buildLayer("ffmpeg", `${url}\nsha256 ${sha256}\n`, async (workshop) => {
    const program = join(workshop, "ffmpeg");
    await writeFile(program, await downloadProgram(url, sha256));
    return program;
  });
};

/** Builds a layer with one program, unless there is one from the same source. `bring` fetches it. */
const buildLayer = async (
  program: string,
  source: string,
  bring: (workshop: string) => Promise<string>,
): Promise<void> => {
  const layer = join(dist, program);
  const sourceFile = `SOURCE-${program}.txt`;
  const present = await readFile(join(layer, sourceFile), "utf8").catch(() => undefined);
  if (present === source) return;
  await mkdir(dist, { recursive: true });
  const workshop = await mkdtemp(join(dist, "building-"));
  try {
    const built = join(workshop, "layer");
    await mkdir(join(built, "bin"), { recursive: true });
    const path = await bring(workshop);
    await chmod(path, 0o755);
    await rename(path, join(built, "bin", program));
    await writeFile(join(built, sourceFile), source);
    await rm(layer, { recursive: true, force: true });
    await rename(built, layer);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  console.log(`The layer of ${program} is built.`);
};

await buildFfprobe();
const { FFMPEG_SHA256 } = process.env;
if (FFMPEG_SHA256) await buildFfmpeg(FFMPEG_SHA256);
else console.log("FFMPEG_SHA256 is not set, so ffmpeg stays as it is: without it, videos get no posters.");
