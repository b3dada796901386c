import { cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import pLimit from "p-limit";
import { routes } from "#lib/routes/table.ts";
import { builderOptions, neverBundled } from "#test/deploy/builder-options.ts";
import { projectFolder } from "#test/deploy/sst-platform.ts";
import type { Deployment } from "#test/deploy/synthesize.ts";
import { type DeployedFunction, functionsOf } from "./deployed.ts";

/** A function's folder below the folder of all bundles. */
export const folderOf = ({ id }: Pick<DeployedFunction, "id">): string => id.replaceAll("/", "--");

/** Such as `read.handler` for `functions/editor/posts/read.handler`. */
export const handlerIn = ({ handler }: DeployedFunction): string => path.basename(handler);

/** Writes the bundles of all functions of a stage, as SST would upload them, but for this machine. */
export const buildBundles = async (deployment: Deployment, folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const limit = pLimit(4);
  const functions = functionsOf(deployment);
  await Promise.all(functions.map((each) => limit(() => buildBundle(deployment, each, folder))));
};

const buildBundle = async (
  deployment: Deployment,
  deployed: DeployedFunction,
  folder: string,
): Promise<void> => {
  const built = deployment.built[deployed.handler];
  if (!built || built.written !== null) throw new Error(`${deployed.handler} is not built from the project.`);
  const out = path.join(folder, folderOf(deployed));
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [`functions/${deployed.id}.ts`],
    ...(built.split ? { outdir: out, splitting: true, outExtension: { ".js": ".mjs" } } : {}),
    ...(built.split ? {} : { outfile: path.join(out, `${path.basename(deployed.id)}.mjs`) }),
    ...builderOptions,
    external: [...neverBundled, ...built.installed],
    logLevel: "error",
  });
  await copyFiles(deployed, out);
  if (built.installed.length > 0) await installInto(out, built.installed);
};

/** Files that the deployment puts beside the bundle. */
const copyFiles = async ({ id }: DeployedFunction, out: string): Promise<void> => {
  const copies = routes.find((route) => route.id === id)?.copies ?? [];
  for (const file of copies) await cp(path.join(projectFolder, file), path.join(out, file));
};

/** The packages and what they depend on, from the project's own. */
const installInto = async (out: string, names: readonly string[]): Promise<void> => {
  const modules = path.join(projectFolder, "node_modules");
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
