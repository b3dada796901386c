import { readFile, stat } from "node:fs/promises";
import { SourceMap } from "node:module";
import { join } from "node:path";
import type { LogLine } from "./log-filter.ts";

/** A place in a bundle, as Lambda names it in a stack. */
const place = /(?:file:\/\/)?\/var\/task\/([\w./-]+\.mjs):(\d+):(\d+)/g;

interface KeptMap {
  readonly map: SourceMap;
  readonly keptAtMs: number;
}

/**
 * Gives lines with the places of the sources in their stacks, where the folder has the map of the bundle.
 * A place stays as it is in a line that is older than the map: another release may have written it.
 */
export const translateStacks = (folder: string): ((line: LogLine) => Promise<LogLine>) => {
  const maps = new Map<string, Promise<KeptMap | undefined>>();
  const mapOf = (bundle: string): Promise<KeptMap | undefined> => {
    const known = maps.get(bundle) ?? readMap(join(folder, `${bundle}.map`));
    maps.set(bundle, known);
    return known;
  };
  const translated = async (text: string, writtenAtMs: number): Promise<string> => {
    const bundles = new Set([...text.matchAll(place)].map(([, bundle = ""]) => bundle));
    const known = new Map<string, KeptMap | undefined>();
    for (const bundle of bundles) known.set(bundle, await mapOf(bundle));
    return text.replace(place, (found: string, bundle: string, line: string, column: string) => {
      const kept = known.get(bundle);
      return (
        (kept && kept.keptAtMs <= writtenAtMs && sourceOf(kept.map, Number(line), Number(column))) || found
      );
    });
  };
  return async (line) => {
    const writtenAtMs = typeof line.time === "string" ? Date.parse(line.time) : Number.NaN;
    const entries = Object.entries(line).map(async ([name, value]) => [
      name,
      typeof value === "string" ? await translated(value, writtenAtMs) : value,
    ]);
    return Object.fromEntries(await Promise.all(entries));
  };
};

const readMap = async (file: string): Promise<KeptMap | undefined> => {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    return { map: new SourceMap(JSON.parse(text)), keptAtMs: mtimeMs };
  } catch {
    return undefined;
  }
};

/** The source of a place; undefined if it has none, such as the banner. */
const sourceOf = (map: SourceMap, line: number, column: number): string | undefined => {
  const entry = map.findEntry(line - 1, column - 1);
  if (!("originalSource" in entry)) return undefined;
  return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
};
