import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { UsageError } from "#importers/lectern.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { printedValue } from "#importers/reading/texts.ts";
import type { Generator as SiteGenerator } from "./generator.ts";
import { type Values, valueText } from "./values.ts";

/**
 * The settings in the first of the generator's files that is there; none if there is no such file. Those that
 * nothing reads are noted, each with its path.
 */
export const readSettings = async (
  root: string,
  { configs, ownSettings }: SiteGenerator,
  notes: ImportNote[],
): Promise<Values> => {
  const { name, values } = await firstSettings(root, configs);
  const others = Object.entries(values).filter(([key]) => !ownSettings.includes(key));
  const place = new NotePlace(notes, name);
  for (const [path, value] of leavesOf(Object.fromEntries(others), []))
    place.note("setting", `${path}: ${value}`);
  return values;
};

/** The values in a tree; one that is deeper than settings are, or holds itself, is printed as a whole. */
function* leavesOf(value: unknown, path: readonly string[]): Generator<readonly [string, string]> {
  if (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    path.length < 8
  )
    for (const [key, member] of Object.entries(value)) yield* leavesOf(member, [...path, key]);
  else yield [path.join("."), valueText(value) || printedValue(value)];
}

const firstSettings = async (
  root: string,
  names: readonly string[],
): Promise<{ readonly name: string; readonly values: Values }> => {
  for (const name of names) {
    const text = await readFile(join(root, name), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    try {
      const read: unknown = name.endsWith(".toml") ? parseToml(text) : parseYaml(text);
      if (typeof read === "object" && read !== null) return { name, values: read as Values };
    } catch (error) {
      throw new UsageError(`${name}: ${(error as Error).message}`);
    }
  }
  return { name: "", values: {} };
};

const skipped = new Set(
  "node_modules public resources themes layouts _site _layouts _includes _sass vendor archetypes".split(" "),
);

/**
 * Real files, from the root with slashes. Links are named and not followed, and so are names that are not
 * UTF-8, because nothing opens them by the text that they read as.
 */
export const filesOfSite = async (root: string, prefix: string, notes: ImportNote[]): Promise<string[]> => {
  const entries = await readdir(join(root, prefix), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${prefix}${entry.name}`;
    if (entry.name.startsWith(".") || (prefix === "" && skipped.has(entry.name))) continue;
    if (entry.name.includes("\ufffd"))
      new NotePlace(notes, path).note("media", `${path}: its name is not UTF-8`);
    else if (entry.isSymbolicLink()) new NotePlace(notes, path).note("media", `${path}: a link`);
    else if (entry.isDirectory()) found.push(...(await filesOfSite(root, `${path}/`, notes)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
};
