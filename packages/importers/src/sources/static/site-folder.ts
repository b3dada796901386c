import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { UsageError } from "#importers/lectern.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { printedValue } from "#importers/reading/texts.ts";
import type { Generator as SiteGenerator } from "./generator.ts";
import { type Values, valueText } from "./values.ts";

/**
 * The settings in the first of the generator's files that is there, and in its folder of settings; none if
 * there is neither. Those that nothing reads are noted, each with its path.
 */
export const readSettings = async (
  root: string,
  { configs, configFolder, ownSettings }: SiteGenerator,
  notes: ImportNote[],
): Promise<Values> => {
  const first = await firstSettings(root, configs);
  const parts = [
    first,
    ...(configFolder === undefined ? [] : await settingsBelow(root, configFolder, notes)),
  ];
  let all: Values = {};
  for (const { name, values } of parts) {
    const own = withNamesOf(ownSettings, values);
    all = merged(all, own);
    const others = Object.entries(own).filter(([key]) => !ownSettings.includes(key));
    const place = new NotePlace(notes, name);
    for (const [path, value] of leavesOf(Object.fromEntries(others), []))
      place.note("setting", `${path}: ${value}`);
  }
  return all;
};

interface Settings {
  readonly name: string;
  readonly values: Values;
}

/**
 * What the files of `config/_default` say. `hugo.toml` is the whole, `params.yaml` the key `params`, and
 * `menus.de.toml` that key for a language. Those of other environments are noted.
 */
const settingsBelow = async (
  root: string,
  folder: string,
  notes: ImportNote[],
): Promise<readonly Settings[]> => {
  const found: Settings[] = [];
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:toml|ya?ml|json)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  for (const path of paths) {
    const [, stem = "", language] =
      new RegExp(`^${folder}/_default/([\\w-]+)(?:\\.([\\w-]+))?\\.\\w+$`).exec(path) ?? [];
    if (stem === "") {
      new NotePlace(notes, path).note("unread", `${path}: settings of another environment`);
      continue;
    }
    const values = (await firstSettings(root, [path])).values;
    const key = stem === "menus" ? "menu" : stem;
    const keyed = key === "hugo" || key === "config" ? values : { [key]: values };
    found.push({ name: path, values: language === undefined ? keyed : { languages: { [language]: keyed } } });
  }
  return found;
};

/** Hugo reads keys in upper and lower case. */
const withNamesOf = (names: readonly string[], values: Values): Values => {
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [byLower.get(key.toLowerCase()) ?? key, value]),
  );
};

/** Both, and of what both have, the other one's. */
const merged = (one: Values, other: Values): Values => {
  const isMap = (value: unknown): value is Values =>
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
  const both = Object.entries(other).map(([key, value]) => {
    const first = one[key];
    return [key, isMap(first) && isMap(value) ? merged(first, value) : value] as const;
  });
  return { ...one, ...Object.fromEntries(both) };
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

const firstSettings = async (root: string, names: readonly string[]): Promise<Settings> => {
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

const usuallySkipped: ReadonlySet<string> = new Set(
  "node_modules public resources themes layouts _site _layouts _includes _sass vendor archetypes".split(" "),
);

/** Notes the folders at the root that hold what nothing here reads. */
export const noteUnread = async (
  root: string,
  { unread }: SiteGenerator,
  notes: ImportNote[],
): Promise<void> => {
  for (const { name } of await readdir(root, { withFileTypes: true }))
    if (unread.includes(name))
      new NotePlace(notes, name).note("unread", `${name}/: templates or data of the old site`);
};

/**
 * Real files, from the root with slashes. Links are named and not followed, and so are names that are not
 * UTF-8, because nothing opens them by the text that they read as.
 */
export const filesOfSite = async (
  root: string,
  prefix: string,
  notes: ImportNote[],
  skipped: ReadonlySet<string> = usuallySkipped,
): Promise<string[]> => {
  const entries = await readdir(join(root, prefix), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${prefix}${entry.name}`;
    if (
      entry.name.startsWith(".") ||
      entry.name === "node_modules" ||
      (prefix === "" && skipped.has(entry.name))
    )
      continue;
    if (entry.name.includes("\ufffd"))
      new NotePlace(notes, path).note("media", `${path}: its name is not UTF-8`);
    else if (entry.isSymbolicLink()) new NotePlace(notes, path).note("media", `${path}: a link`);
    else if (entry.isDirectory()) found.push(...(await filesOfSite(root, `${path}/`, notes, skipped)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
};
