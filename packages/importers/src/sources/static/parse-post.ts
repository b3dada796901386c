import { basename, dirname, extname } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { readToml } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import type { StaticPost } from "./generator.ts";
import { type Values, withOwnKeys } from "./values.ts";

/** The post of a file; if its front matter cannot be read, that is noted. `below` is the folder of posts. */
export const parseStaticPost = (
  { path, below, language }: Pick<StaticPost, "path" | "below" | "language">,
  text: string,
  place: NotePlace,
): StaticPost | undefined => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const [first = ""] = lines;
  const [fence = "", end] = frontMatterEnd(lines);
  const unread = (why: string) => place.note("post_type", `front matter that cannot be read: ${why}`);
  if (/^---\s*(?:js|javascript)\s*$/.test(first)) return void unread("it is JavaScript");
  if (end < 0) return void unread(`it begins with ${first.trim()} and does not end`);
  let values: unknown = {};
  try {
    if (end > 0)
      values =
        fence === "}"
          ? parseJson(lines.slice(0, end + 1).join("\n"))
          : parseFrontMatter(fence, lines.slice(1, end).join("\n"));
  } catch (error) {
    return void unread((error as Error).message);
  }
  if (typeof values !== "object" || Array.isArray(values)) return void unread("it has no fields");
  const whole = basename(path, extname(path));
  const suffix = `.${language ?? ""}`;
  const stem = whole.toLowerCase().endsWith(suffix.toLowerCase()) ? whole.slice(0, -suffix.length) : whole;
  const own = stem === "index" ? basename(dirname(path)) : stem;
  const inside = path
    .slice(below.length + 1)
    .split("/")
    .slice(0, stem === "index" ? -2 : -1);
  return {
    ...{ path, below, language },
    name: own.replace(/^\d{4}-\d{2}-\d{2}-/, ""),
    section: inside.join("/"),
    date: /^\d{4}-\d{2}-\d{2}(?=-)/.exec(own)?.[0],
    values: withOwnKeys(values as Values),
    body: lines.slice(end > 0 ? end + 1 : 0).join("\n"),
    bodyLine: end > 0 ? end + 2 : 1,
  };
};

/** The line that ends front matter, and its number; 0 without front matter, and -1 if nothing ends it. */
const frontMatterEnd = (lines: readonly string[]): [fence: string, end: number] => {
  const first = lines[0]?.trim() ?? "";
  const fence = /^(?:---|\+\+\+)$/.test(first) ? first : first === "{" ? "}" : undefined;
  if (fence === undefined) return ["", 0];
  // The end of an object stands at its line's beginning, also where objects in it end.
  const isEnd = (line: string) => line === fence || (fence === "---" && line === "...");
  return [fence, lines.findIndex((line, index) => index > 0 && isEnd(line.trimEnd()))];
};

/** Reads front matter. All scalars of YAML are texts as they are written. */
const parseFrontMatter = (fence: string, text: string): unknown =>
  fence === "+++" ? withNumbersAsWritten(parseToml(text), text) : (parseYaml(text, readAsTexts) ?? {});

const readAsTexts = { schema: "failsafe" } as const;

/** Numbers of TOML at the top, and in lists there, as texts as they are written. */
const withNumbersAsWritten = (values: Values, text: string): Values => {
  const fields = readToml(text, 1);
  const written = (key: string): unknown => {
    const field = "problem" in fields ? undefined : fields.get(key);
    return field?.text ?? field?.items?.map((item) => item.text);
  };
  const isNumeric = (value: unknown): boolean =>
    typeof value === "number" || (Array.isArray(value) && value.some((each) => typeof each === "number"));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isNumeric(value) ? (written(key) ?? value) : value]),
  );
};

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Numbers as texts as they are written, where this Node tells how. */
const parseJson = (text: string): unknown => {
  const reviver: Reviver = (_, value, context) =>
    typeof value === "number" ? (context?.source ?? String(value)) : value;
  return JSON.parse(text, reviver);
};
