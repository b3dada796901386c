import { mediaOnlyKeys } from "#cli/publish/media/media-keys.ts";
import type { FrontMatter, FrontMatterField, LineProblem } from "./front-matter.ts";
import { keyByField } from "./problems.ts";

/** Other programs' names for our keys. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["description", "summary"],
  ["author", "authors"],
]);

const lists: readonly string[] = ["tags", "categories", "authors", "aliases"];

/** Keys that change nothing: the service has its own time of the last change. */
const ignored: readonly string[] = ["lastmod"];

export interface UsualKeys {
  /** With our names for the keys, lists as lists, and dates as ISO 8601 writes them. */
  readonly matter: FrontMatter;
  readonly problems: readonly LineProblem[];
  /** Of keys that mean nothing. */
  readonly warnings: readonly LineProblem[];
}

/** Reads front matter as people have it from other programs. */
export const usualKeys = (matter: FrontMatter): UsualKeys => {
  const fields = new Map<string, FrontMatterField>();
  const problems: LineProblem[] = [];
  const warnings: LineProblem[] = [];
  const ours = [...keyByField.values(), ...mediaOnlyKeys, "draft", "id"];
  const known = [...ours, ...synonyms.keys(), ...ignored].join(", ");
  for (const [written, field] of matter.fields) {
    const key = synonyms.get(written) ?? written;
    const { line } = field;
    if (fields.has(key)) problems.push({ line, message: `${written}: this is said by ${key} already.` });
    else if (ours.includes(key)) fields.set(key, inOurForm(key, field));
    else if (!ignored.includes(key))
      warnings.push({ line, message: `${key}: unknown key; known are ${known}.` });
  }
  return { matter: { ...matter, fields }, problems, warnings };
};

const inOurForm = (key: string, field: FrontMatterField): FrontMatterField => {
  if (lists.includes(key)) return asList(field);
  return key === "date" ? asInstant(field) : field;
};

/** Jekyll writes `2026-01-12 10:00:00 +0200`, with a space that ISO 8601 does not have. */
const asInstant = (field: FrontMatterField): FrontMatterField =>
  field.text === undefined
    ? field
    : { ...field, text: field.text.replace(/(:\d{2}) +([+-]\d{2}:?\d{2})$/, "$1$2") };

/** `tags: a, b` is a list too. */
const asList = (field: FrontMatterField): FrontMatterField => {
  if (field.text === undefined) return field;
  const { line } = field;
  const texts = field.text.split(",").map((text) => text.trim());
  return { line, items: texts.filter((text) => text !== "").map((text) => ({ text, line })) };
};
