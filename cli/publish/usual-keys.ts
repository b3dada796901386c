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
  /** With our names for the keys, and lists as lists. */
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
  const known = [...keyByField.values(), ...mediaOnlyKeys, "draft", "id"];
  for (const [written, field] of matter.fields) {
    const key = synonyms.get(written) ?? written;
    const { line } = field;
    if (fields.has(key)) problems.push({ line, message: `${written}: this is said by ${key} already.` });
    else if (known.includes(key)) fields.set(key, lists.includes(key) ? asList(field) : field);
    else if (!ignored.includes(key))
      warnings.push({ line, message: `${key}: unknown key; known are ${known.join(", ")}.` });
  }
  return { matter: { ...matter, fields }, problems, warnings };
};

/** `tags: a, b` is a list too. */
const asList = (field: FrontMatterField): FrontMatterField => {
  if (field.text === undefined) return field;
  const { line } = field;
  const texts = field.text.split(",").map((text) => text.trim());
  return { line, items: texts.filter((text) => text !== "").map((text) => ({ text, line })) };
};
