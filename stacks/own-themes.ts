/// <reference path="../.sst/platform/config.d.ts" />
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { loadOwnThemes } from "#lib/settings/own-themes.ts";
import { showsPages, themedEntry } from "./themed-entry.ts";

export interface OwnThemes {
  /** The handler of a route, from the project's folder. */
  readonly handlerOf: (id: string) => string;
}

/**
 * Writes a source for each function that shows pages, which imports the modules of `SITE_CUSTOM_THEMES`, so
 * that the bundles have them: of esbuild's options, SST takes neither aliases nor plugins written here. A
 * module that cannot be used ends the deployment.
 */
export const bundleOwnThemes = async (): Promise<OwnThemes> => {
  const modules = await loadOwnThemes();
  const themed = [...routes, fallback]
    .map(({ id }) => id)
    .filter((id) => modules.length > 0 && showsPages(id));
  const { root } = $cli.paths;
  for (const id of themed) {
    const file = path.join(root, folder, `${id}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, themedEntry(id, modules, root));
  }
  return { handlerOf: (id) => `${themed.includes(id) ? folder : "functions"}/${id}.handler` };
};

/** The folder of the written sources; Git ignores it. */
const folder = ".sst/themed-functions";
