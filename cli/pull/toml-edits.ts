import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import {
  isTextList,
  type MatterChange,
  type MatterValue,
  type TextEdit,
  withEdits,
} from "./matter-change.ts";

/** TOML in which these keys have other values. Everything else stays as it is written. */
export const editedToml = (toml: string, changes: readonly MatterChange[]): string => {
  const eol = /\r\n/.test(toml) ? "\r\n" : "\n";
  const entries = entriesIn(toml);
  const edits: TextEdit[] = [];
  let added = "";
  for (const { key, value } of changes) {
    const found = entries.get(key);
    if (found && value === undefined) edits.push({ start: found.start, end: found.end, text: "" });
    else if (found && value !== undefined)
      edits.push({ ...found.value, text: valueText(value, toml.slice(found.value.start, found.value.end)) });
    else if (value !== undefined) added += `${key} = ${valueText(value)}${eol}`;
  }
  if (added !== "") {
    const at = Math.max(0, ...[...entries.values()].map(({ end }) => end));
    const begin = at > 0 && toml[at - 1] !== "\n" ? eol : "";
    edits.push({ start: at, end: at, text: begin + added });
  }
  return withEdits(toml, edits);
};

interface Entry {
  /** The lines of the entry. */
  readonly start: number;
  readonly end: number;
  readonly value: { readonly start: number; readonly end: number };
}

/** The entries above the first table. */
const entriesIn = (toml: string): ReadonlyMap<string, Entry> => {
  const entries = new Map<string, Entry>();
  const lines = toml.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let start = 0;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? "";
    if (/^\s*\[/.test(line)) break;
    const [head = "", , key] = /^\s*(["']?)([^"'=\s]+)\1\s*=\s*/.exec(line) ?? [];
    let text = line;
    index++;
    while (key !== undefined && valueIn(text) === undefined && index < lines.length) text += lines[index++];
    const end = start + text.length;
    if (key !== undefined) {
      const value = withoutComment(text.slice(head.length), text);
      entries.set(key, {
        start,
        end,
        value: { start: start + head.length, end: start + head.length + value.length },
      });
    }
    start = end;
  }
  return entries;
};

/** The value of an entry; undefined if it has not ended. */
const valueIn = (entry: string): unknown => {
  try {
    return Object.values(parse(entry))[0];
  } catch {
    return undefined;
  }
};

const withoutComment = (written: string, entry: string): string => {
  const whole = valueIn(entry);
  const ends = [...written.matchAll(/#/g)].map(({ index }) => index);
  const end = ends.find((at) => isDeepStrictEqual(valueIn(`key = ${written.slice(0, at)}`), whole));
  return written.slice(0, end ?? written.length).trimEnd();
};

/** A value, in the quotes of the former one. */
const valueText = (value: MatterValue, former = ""): string => {
  if (isTextList(value)) {
    const quoted = /["']/.exec(former)?.[0] ?? '"';
    // A text may be a list, such as `author = "Ada"`.
    if (/^["']/.test(former) && !value.some((text) => text.includes(",")))
      return quotedText(value.join(", "), quoted);
    return `[${value.map((text) => quotedText(text, quoted)).join(", ")}]`;
  }
  if (Array.isArray(value)) return `[\n${value.map((each) => `  ${inlineTable(each)},\n`).join("")}]`;
  if (typeof value !== "string") return String(value);
  const isInstant = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/.test(value);
  return isInstant && /^\d/.test(former) ? value : quotedText(value, former[0]);
};

const quotedText = (text: string, quote = '"'): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that single quotes cannot hold.
  quote === "'" && !/['\u0000-\u001f\u007f]/.test(text)
    ? `'${text}'`
    : JSON.stringify(text).replaceAll("\u007f", "\\u007f");

const inlineTable = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, member]) => `${key} = ${JSON.stringify(member)}`)
    .join(", ")} }`;
