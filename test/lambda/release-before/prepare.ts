import { execFile } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { isThere } from "#local/data-directory/table-file.ts";
import { releaseBefore } from "#test/releases/release-before.ts";
import { root } from "#test/support/sources.ts";
import type { BuiltRelease } from "../deploy.ts";
import { workFolder } from "../prepare.ts";

const run = promisify(execFile);

const { version, commit } = releaseBefore;

const bundlesFolder = path.join(workFolder, "bundles-before");
const ownModules = path.join(workFolder, "modules-before/node_modules");
const kept = path.join(bundlesFolder, "deployment.json");

/** The bundles of the release before, from its commit, and what its deployment would create. */
export const prepareReleaseBefore = async (): Promise<BuiltRelease> => {
  if (process.env.KEEP_BUNDLES !== "true" || !(await isThere(kept))) await buildReleaseBefore();
  return { deployment: JSON.parse(await readFile(kept, "utf8")), bundlesFolder };
};

const buildReleaseBefore = async (): Promise<void> => {
  await requireCommit();
  const sources = await realpath(await mkdtemp(path.join(os.tmpdir(), "lectern-release-before-")));
  try {
    await run("sh", ["-c", 'git archive "$1" | tar -x -C "$2"', "archive", commit, sources], { cwd: root });
    const packageFile = JSON.parse(await readFile(path.join(sources, "package.json"), "utf8"));
    if (packageFile.version !== version)
      throw new Error(`The commit ${commit} has version ${packageFile.version}, and not ${version}.`);
    await symlink(await modulesFor(sources), path.join(sources, "node_modules"));
    const program = path.join(import.meta.dirname, "build-process.ts");
    await run(process.execPath, [program, sources, bundlesFolder], { cwd: root });
  } finally {
    await rm(sources, { recursive: true });
  }
};

/** A release is tested by its own sources, so that a clone without them must not pass. */
const requireCommit = async (): Promise<void> => {
  const found = run("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root });
  await found.catch(({ stderr }) => {
    throw new Error(
      `The commit of release ${version}, ${commit}, is not here, and its functions have to be built from it: fetch the whole history, with git fetch --unshallow in a shallow clone.\n${stderr}`,
    );
  });
};

/** Today's packages, if they are those that the release had, or its own, by its own lock file. */
const modulesFor = async (sources: string): Promise<string> => {
  const [before, now] = await Promise.all([lockedIn(sources), lockedIn(root)]);
  // Optional packages were programs beside the service.
  const isHere = ([place, one]: LockedPackage) =>
    one.optional === true || isDeepStrictEqual(one, now.get(place));
  if ([...before].every(isHere)) return path.join(root, "node_modules");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["ci", ...options], { cwd: sources, maxBuffer: 64 * 1024 * 1024 });
  await rm(ownModules, { recursive: true, force: true });
  await run("sh", [
    "-c",
    'mkdir -p "$(dirname "$2")" && mv "$1" "$2"',
    "move",
    path.join(sources, "node_modules"),
    ownModules,
  ]);
  return ownModules;
};

type LockedPackage = readonly [place: string, of: { readonly link?: boolean; readonly optional?: boolean }];

/** What a lock file says of packages, but for the project's own, whose versions are those of releases. */
const lockedIn = async (folder: string): Promise<ReadonlyMap<string, LockedPackage[1]>> => {
  const { packages } = JSON.parse(await readFile(path.join(folder, "package-lock.json"), "utf8"));
  const all = Object.entries<LockedPackage[1]>(packages);
  return new Map(all.filter(([place, { link }]) => place.startsWith("node_modules/") && !link));
};
