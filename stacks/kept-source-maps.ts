import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { mapsFolder } from "#cli/logs/maps-folder.ts";

/**
 * Moves the source maps of a built function out of what is uploaded, into the folder where `lectern logs`
 * looks for those of the stage, with the sources' paths in the project and without their text. What is the
 * same as before stays: the time of the file says since when the function has had that code.
 */
export const keepSourceMaps = async (built: string, root: string, stage: string): Promise<void> => {
  for (const name of await readdir(built, { recursive: true })) {
    if (!name.endsWith(".map") || name.split(path.sep).includes("node_modules")) continue;
    const from = path.join(built, name);
    const { version, sources, names, mappings } = JSON.parse(await readFile(from, "utf8"));
    const inProject = (source: string) => path.relative(root, path.resolve(path.dirname(from), source));
    const kept = JSON.stringify({ version, sources: sources.map(inProject), names, mappings });
    const to = path.join(root, mapsFolder(stage), name);
    const before = await readFile(to, "utf8").catch(() => undefined);
    await mkdir(path.dirname(to), { recursive: true });
    if (before !== kept) await writeFile(to, kept);
    await rm(from);
  }
};
