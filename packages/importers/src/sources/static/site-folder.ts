import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readToolSettings } from "#importers/lectern.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { printedValue } from "#importers/reading/texts.ts";
import type { Generator as SiteGenerator } from "./generator.ts";
import { type Values, valueText } from "./values.ts";

/** The settings of the site; none if it has none. Those that nothing reads are noted, with their paths. */
export const readSettings = async (
  root: string,
  { kind, ownSettings }: SiteGenerator,
  notes: ImportNote[],
): Promise<Values> => {
  if (kind === "astro" || kind === "eleventy") return {};
  const { files, unread } = await readToolSettings(kind, root);
  for (const path of unread)
    new NotePlace(notes, path).note("unread", `${path}: settings of another environment`);
  let all: Values = {};
  for (const { name, values } of files) {
    const own = withNamesOf(ownSettings, values);
    all = merged(all, own);
    const others = Object.entries(own).filter(([key]) => !ownSettings.includes(key));
    const place = new NotePlace(notes, name);
    for (const [path, value] of leavesOf(Object.fromEntries(others), []))
      place.note("setting", `${path}: ${value}`);
  }
  return all;
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
