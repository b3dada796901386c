import { cp } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { routes } from "#lib/routes/table.ts";
import { builderOptions, neverBundled } from "./synthesis/builder-options.ts";
import { projectFolder } from "./synthesis/sst-platform.ts";
import type { BuiltFunction } from "./synthesis/synthesize.ts";

/** The folder of a function's bundle, below that of all bundles. */
export const bundleFolder = (id: string): string => id.replaceAll("/", "--");

/**
 * Writes the bundle of a function into a folder as SST would upload it, with the files beside it, but without
 * the packages that it installs.
 */
export const buildBundle = async (id: string, built: BuiltFunction, folder: string): Promise<void> => {
  if (built.written !== null) throw new Error(`${id} is not built from the project.`);
  await build({
    absWorkingDir: projectFolder,
    entryPoints: [`functions/${id}.ts`],
    ...(built.split
      ? { outdir: folder, splitting: true, outExtension: { ".js": ".mjs" } }
      : { outfile: path.join(folder, `${path.basename(id)}.mjs`) }),
    ...builderOptions,
    external: [...neverBundled, ...built.installed],
    logLevel: "error",
  });
  const copies = routes.find((route) => route.id === id)?.copies ?? [];
  for (const file of copies) await cp(path.join(projectFolder, file), path.join(folder, file));
};
