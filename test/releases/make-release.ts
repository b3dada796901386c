/**
 * Makes the fixture of a release by that release's own code: `node test/releases/make-release.ts NAME
 * [FOLDER] [MANIFEST]`. The folder has the release's sources and packages; the default is this one. It starts
 * the service on a new data folder, works with it like an editor, records what it answers, and packs both.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { zipSync } from "fflate";
import {
  answersFile,
  askedPaths,
  functionsFile,
  keptFunctions,
  packedRelease,
  releaseToken,
  workOf,
} from "./release.ts";

/** Files that a service makes again, and those of the process that ran. */
const notKept = /^(catalog.*\.db|engine\.json|lock\.\d+|host)$/;

const start = async (folder: string, data: string, site: string) => {
  const options = ["--port=0", `--data=${data}`, `--manifest=${site}`];
  const env = { PATH: process.env.PATH, RELEASE_TOKEN: releaseToken, RELEASE_PASSWORD: releaseToken };
  const service = spawn(process.execPath, ["local/start.js", ...options], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(service.stdout), "line");
  const address = /http:\S+/.exec(String(line))?.[0] ?? "";
  const stop = async () => {
    service.kill("SIGTERM");
    await once(service, "exit");
  };
  return { address, stop };
};

/** Its functions without its packages; undefined if it lacks one of them. */
const bundledFunctions = async (folder: string): Promise<Uint8Array | undefined> => {
  const lines = keptFunctions.map((id) => `export { handler as "${id}" } from "./functions/${id}.ts";`);
  const { outputFiles = [] } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: folder, loader: "ts" },
    absWorkingDir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  }).catch(() => ({ outputFiles: [] }));
  return outputFiles[0]?.contents;
};

const filesOf = async (folder: string): Promise<Record<string, Uint8Array>> => {
  const files: Record<string, Uint8Array> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !notKept.test(entry.name))
      files[`data/${path.slice(folder.length + 1)}`] = await readFile(path);
  }
  return files;
};

const [name = "", folder = ".", manifest = "site.yaml"] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(name)) throw new Error("Name the release, such as 0.3.0.");
const data = await mkdtemp(join(tmpdir(), "lectern-release-"));
try {
  const service = await start(resolve(folder), data, join(import.meta.dirname, "site", manifest));
  const { ask, ids } = await workOf(service.address);
  const command = (...words: string[]) =>
    execFileSync(process.execPath, ["cli/lectern.js", ...words, `--data=${data}`], { cwd: resolve(folder) });
  command("page", "lock", "/home/notes/closed");
  command("page", "schedule", "/home/notes/scheduled", "2199-01-01T08:00Z");
  const answers: Record<string, unknown> = {};
  // What the release does not know yet, later ones may answer as they like.
  for (const path of askedPaths(ids)) answers[path] = await ask("GET", path).catch(() => undefined);
  await service.stop();
  const functions = await bundledFunctions(resolve(folder));
  const files = {
    ...(functions && { [functionsFile]: functions }),
    [answersFile]: Buffer.from(JSON.stringify({ ids, answers }, null, 1)),
    ...(await filesOf(data)),
  };
  await writeFile(packedRelease(name), zipSync(files, { level: 9, mtime: new Date("2026-01-01T00:00:00") }));
} finally {
  await rm(data, { recursive: true });
}
