import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { zipSync } from "fflate";
import pLimit from "p-limit";
import { adminFilesFolder } from "#lib/admin-files.ts";
import { adminFolderInBundle } from "#release/template/setup/admin-files.ts";
import { buildBundle, bundleFolder } from "../bundles.ts";
import { builderOptions } from "../synthesis/builder-options.ts";
import { projectFolder } from "../synthesis/sst-platform.ts";
import type { Deployment } from "../synthesis/synthesize.ts";

/** Zips keep times without a zone, so this one is the same everywhere. */
const anyTime = new Date(1980, 0, 1);

/** A zip of files by their paths, with the same bytes each time. What is packed already is not packed again. */
export const zipOf = (files: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, content]) => [name, [content, { level: name.endsWith(".zip") ? 0 : 9 }]]),
    ),
    // Lambda reads what everybody may read.
    { mtime: anyTime, os: 3, attrs: 0o100644 << 16 },
  );

/** All files below a folder, but for links. */
export const filesBelow = async (folder: string): Promise<Record<string, Uint8Array>> => {
  const files: Record<string, Uint8Array> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files[path.relative(folder, file).split(path.sep).join("/")] = await readFile(file);
  }
  return files;
};

/**
 * Builds the bundles of all functions of a stage and of the stack's own, as zips in `functions/` of a folder.
 * Gives where each is, by its handler. A name has a digest: what has not changed is not deployed again.
 */
export const writeBundles = async (deployment: Deployment, folder: string) => {
  await mkdir(path.join(folder, "functions"), { recursive: true });
  const workshop = await mkdtemp(path.join(tmpdir(), "lectern-bundles-"));
  try {
    const write = async (name: string, files: Readonly<Record<string, Uint8Array>>): Promise<string> => {
      const zip = zipOf(files);
      const key = `functions/${name}-${hash("sha256", zip).slice(0, 12)}.zip`;
      await writeFile(path.join(folder, key), zip);
      return key;
    };
    const installed = installer(workshop);
    const limit = pLimit(4);
    const handlers = Object.entries(deployment.built).map(([handler, built]) =>
      limit(async () => {
        const id = handler.replace(/^functions\/(.*)\.handler$/, "$1");
        const out = path.join(workshop, bundleFolder(id));
        await buildBundle(id, built, out);
        const files = { ...(await filesBelow(out)), ...(await installed(built.versions)) };
        return [handler, await write(bundleFolder(id), files)] as const;
      }),
    );
    const keys = new Map(await Promise.all(handlers));
    const setup = path.join(workshop, "setup");
    await build({
      ...builderOptions,
      absWorkingDir: projectFolder,
      entryPoints: ["release/template/setup/handler.ts"],
      outfile: path.join(setup, "handler.mjs"),
      logLevel: "error",
    });
    const setupFiles = { ...(await filesBelow(setup)), ...(await adminInBundle()) };
    return { keys, setupKey: await write("setup", setupFiles) };
  } finally {
    await rm(workshop, { recursive: true });
  }
};

/** The files of the admin, which the stack's own function puts into the bucket. */
const adminInBundle = async (): Promise<Record<string, Uint8Array>> =>
  Object.fromEntries(
    Object.entries(await filesBelow(adminFilesFolder())).map(([name, content]) => [
      `${adminFolderInBundle}/${name}`,
      brotliCompressSync(content),
    ]),
  );

/** Installs packages as SST does, for the functions' processor; each set of versions once. */
const installer = (workshop: string) => {
  const made = new Map<string, Promise<Record<string, Uint8Array>>>();
  return (versions: Readonly<Record<string, string>>): Promise<Record<string, Uint8Array>> => {
    if (Object.keys(versions).length === 0) return Promise.resolve({});
    const dependencies = JSON.stringify(versions);
    const installing =
      made.get(dependencies) ?? install(path.join(workshop, `installed-${made.size}`), dependencies);
    made.set(dependencies, installing);
    return installing;
  };
};

const install = async (folder: string, dependencies: string): Promise<Record<string, Uint8Array>> => {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), `{ "private": true, "dependencies": ${dependencies} }`);
  // By force: npm refuses what is named and does not run on this machine.
  const platform = ["--force", "--os=linux", "--cpu=arm64", "--libc=glibc"];
  const quiet = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  await promisify(execFile)("npm", ["install", ...platform, ...quiet], { cwd: folder });
  const files = await filesBelow(path.join(folder, "node_modules"));
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => !name.startsWith("."))
      .map(([name, content]) => [`node_modules/${name}`, content]),
  );
};
