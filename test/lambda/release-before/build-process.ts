/**
 * Synthesizes a stage by the sources of another release, and builds its bundles. Arguments: the folder of the
 * sources, which has their packages, and that of the bundles, where it writes `deployment.json`, too. A
 * process of its own, because it loads the other release's routes.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Route } from "#lib/routes/route.ts";
import { bundleFolder } from "#release/bundles.ts";
import { builderOptions, neverBundled } from "#release/synthesis/builder-options.ts";
import { type Deployment, synthesize } from "#release/synthesis/synthesize.ts";
import { installPackages } from "../bundles.ts";
import { functionsOf } from "../deployed.ts";
import { settingsOfStage } from "../settings-of-stage.ts";

const [sources = "", folder = ""] = process.argv.slice(2);

/** In one piece each, which a deployment splits, so that all are built at once, in a third of the time. */
const buildAll = async (deployment: Deployment): Promise<void> => {
  const functions = functionsOf(deployment);
  const installedBy = ({ handler }: (typeof functions)[number]) => deployment.built[handler]!.installed;
  for (const group of Object.values(Object.groupBy(functions, (each) => installedBy(each).join()))) {
    const installed = installedBy(group![0]!);
    await build({
      absWorkingDir: sources,
      entryPoints: group!.map(({ id }) => ({
        in: `functions/${id}.ts`,
        out: path.join(bundleFolder(id), path.basename(id)),
      })),
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      ...builderOptions,
      external: [...neverBundled, ...installed],
      logLevel: "error",
    });
    const modules = path.join(sources, "node_modules");
    for (const { id } of group!)
      await installPackages(path.join(folder, bundleFolder(id)), installed, modules);
  }
};

const copyFiles = async (): Promise<void> => {
  const table = pathToFileURL(path.join(sources, "lib/routes/table.ts")).href;
  const { routes }: { readonly routes: readonly Route[] } = await import(table);
  for (const { id, copies } of routes)
    for (const file of copies) await cp(path.join(sources, file), path.join(folder, bundleFolder(id), file));
};

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const deployment = await synthesize("production", settingsOfStage, sources);
await buildAll(deployment);
await copyFiles();
await writeFile(path.join(folder, "deployment.json"), JSON.stringify(deployment));
