import { mkdir, readFile, realpath, rm, symlink } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import { buildBundle, bundleFolder } from "#release/bundles.ts";
import { projectFolder } from "#release/synthesis/sst-platform.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { type DeployedFunction, functionsOf } from "./deployed.ts";

/** Such as `read.handler` for `functions/editor/posts/read.handler`. */
export const handlerIn = ({ handler }: DeployedFunction): string => path.basename(handler);

/** Writes the bundles of all functions of a stage, as SST would upload them, but for this machine. */
export const buildBundles = async (deployment: Deployment, folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const limit = pLimit(4);
  const functions = functionsOf(deployment);
  await Promise.all(functions.map((each) => limit(() => writeBundle(deployment, each, folder))));
};

const writeBundle = async (
  deployment: Deployment,
  { id, handler }: DeployedFunction,
  folder: string,
): Promise<void> => {
  const built = deployment.built[handler]!;
  const out = path.join(folder, bundleFolder(id));
  await buildBundle(id, built, out);
  await installPackages(out, built.installed);
};

/** The packages of a bundle and what they depend on, from the project's own or another folder of packages. */
export const installPackages = async (
  out: string,
  names: readonly string[],
  from = path.join(projectFolder, "node_modules"),
): Promise<void> => {
  const modules = await realpath(from);
  for (const name of await closureOf(modules, names)) {
    const place = path.join(out, "node_modules", name);
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(path.join(modules, name), place);
  }
};

const closureOf = async (
  modules: string,
  names: readonly string[],
  found = new Set<string>(),
): Promise<ReadonlySet<string>> => {
  for (const name of names.filter((each) => !found.has(each))) {
    const file = path.join(modules, name, "package.json");
    const text = await readFile(file, "utf8").catch(() => undefined);
    // Those of other platforms are optional, and not there.
    if (text === undefined) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(text);
    await closureOf(modules, Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
};
