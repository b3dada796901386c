import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { type ImportNote, NotePlace } from "#cli/import/notes.ts";
import { UsageError } from "#cli/usage-error.ts";
import type { Values } from "./values.ts";

/** The settings in the first of these files that is there; none if there is no such file. */
export const readSettings = async (root: string, names: readonly string[]): Promise<Values> => {
  for (const name of names) {
    const text = await readFile(join(root, name), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    try {
      const read: unknown = name.endsWith(".toml") ? parseToml(text) : parseYaml(text);
      if (typeof read === "object" && read !== null) return read as Values;
    } catch (error) {
      throw new UsageError(`${name}: ${(error as Error).message}`);
    }
  }
  return {};
};

const skipped = new Set(
  "node_modules public resources themes layouts _site _layouts _includes _sass vendor archetypes".split(" "),
);

/** Real files, from the root with slashes. Links are named and not followed. */
export const filesOfSite = async (root: string, prefix: string, notes: ImportNote[]): Promise<string[]> => {
  const entries = await readdir(join(root, prefix), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${prefix}${entry.name}`;
    if (entry.name.startsWith(".") || (prefix === "" && skipped.has(entry.name))) continue;
    if (entry.isSymbolicLink()) new NotePlace(notes, path).note("media", `${path}: a link`);
    else if (entry.isDirectory()) found.push(...(await filesOfSite(root, `${path}/`, notes)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
};
