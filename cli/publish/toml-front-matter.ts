import { parse, TomlDate, TomlError } from "smol-toml";
import type { FrontMatterField, LinedMap, LineProblem } from "./front-matter.ts";

/** The fields of front matter in TOML, as texts, which begins on `firstLine` of the file. */
export const readToml = (
  toml: string,
  firstLine: number,
): Map<string, FrontMatterField> | { readonly problem: LineProblem } => {
  try {
    const linesByKey = linesOfKeys(toml, firstLine);
    return new Map(
      Object.entries(parse(toml, { maxDepth: 100 })).map(([key, value]) => {
        const line = linesByKey.get(key) ?? firstLine;
        return [key, { line, ...fieldOf(value, line) }];
      }),
    );
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the message shows the text around the place.
    const [message = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    return {
      problem: { line: error.line - 1 + firstLine, message: `Front matter is not TOML: ${message}.` },
    };
  }
};

/** The parser does not say where keys are: the first line that begins with one. */
const linesOfKeys = (toml: string, firstLine: number): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>();
  for (const [index, line] of toml.split("\n").entries()) {
    const key = /^[ \t]*\[{0,2}[ \t]*(["']?)([^"'=[\]\s.]+)\1[ \t]*[=.\]]/.exec(line)?.[2];
    if (key !== undefined && !lines.has(key)) lines.set(key, firstLine + index);
  }
  return lines;
};

const fieldOf = (value: unknown, line: number): Omit<FrontMatterField, "line"> => {
  const text = textOf(value);
  if (text !== undefined) return { text };
  if (!Array.isArray(value)) {
    const map = mapOf(value, line);
    return map ? { entries: map.entries } : {};
  }
  const texts = value.flatMap((item) => textOf(item) ?? []);
  if (texts.length === value.length) return { items: texts.map((each) => ({ text: each, line })) };
  const maps = value.flatMap((item) => mapOf(item, line) ?? []);
  return maps.length === value.length ? { maps } : {};
};

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  // Without an offset it counts as UTC, as days do.
  if (value instanceof TomlDate)
    return value.isDateTime() && value.isLocal() ? `${value.toISOString()}Z` : value.toISOString();
  return undefined;
};

const mapOf = (value: unknown, line: number): LinedMap | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value).map(([key, member]) => [key, textOf(member)] as const);
  return entries.every((entry): entry is readonly [string, string] => entry[1] !== undefined)
    ? { line, entries: new Map(entries) }
    : undefined;
};
