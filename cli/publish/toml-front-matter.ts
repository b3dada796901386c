import { parse, TomlDate, TomlError } from "smol-toml";
import type { FrontMatterField, LinedMap, LineProblem } from "./front-matter.ts";

/** The fields of front matter in TOML, as texts, which begins on `firstLine` of the file. */
export const readToml = (
  toml: string,
  firstLine: number,
): Map<string, FrontMatterField> | { readonly problem: LineProblem } => {
  try {
    const values = Object.entries(parse(toml, { maxDepth: 100 }));
    const linesByKey = linesOfKeys(toml, firstLine);
    const lines = toml.split("\n");
    return new Map(
      values.map(([key, value]) => {
        const line = linesByKey.get(key) ?? firstLine;
        const field = fieldOf(withWrittenNumbers(value, lines.slice(line - firstLine)), line);
        return [key, { line, ...field }];
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

/**
 * The value with its numbers, and those of a list, as they are written below the key: the parser gives 1.10
 * as 1.1 and 1e999 as infinity. Others, such as those of tables, stay as the parser gives them.
 */
const withWrittenNumbers = (value: unknown, lines: readonly string[]): unknown => {
  const values = Array.isArray(value) ? value : [value];
  if (!values.some((each) => typeof each === "number")) return value;
  const [first = "", ...rest] = lines;
  const written = scalarsIn([first.replace(/^[^=]*=/, ""), ...rest].join("\n"), values.length);
  const isSame = written.every(
    (text, index) => typeof values[index] !== "number" || Object.is(numberIn(text), values[index]),
  );
  if (written.length < values.length || !isSame) return value;
  const kept = values.map((each, index) => (typeof each === "number" ? written[index] : each));
  return Array.isArray(value) ? kept : kept[0];
};

/** The first scalars of a value: texts in quotes, and what else stands between commas and brackets. */
const scalarsIn = (text: string, count: number): string[] => {
  const scalars: string[] = [];
  for (const [token] of text.matchAll(scalarOrComment)) {
    if (scalars.length === count) break;
    if (!token.startsWith("#")) scalars.push(token);
  }
  return scalars;
};

const scalarOrComment = /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\s,[\]#"']+/g;

/** For other tokens NaN or another number, as where a text of several lines has a line like the key's. */
const numberIn = (text: string): number =>
  Number(text.replaceAll("_", "").replace(/^([+-]?)inf$/, "$1Infinity"));

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
  // A time without an offset is in UTC, as days are.
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
