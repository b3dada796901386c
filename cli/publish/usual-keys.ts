import { mediaOnlyKeys } from "#cli/publish/media/media-keys.ts";
import { nearestName } from "#lib/nearest-name.ts";
import { keyByField } from "./file-fields.ts";
import type { FrontMatter, FrontMatterField, LineProblem } from "./front-matter.ts";
import { plainKey, saysVisibility, type Visibility, visibilityIn, withoutZoneSpace } from "./visibility.ts";

/** Other programs' names for our keys. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["description", "summary"],
  ["author", "authors"],
]);

const lists: readonly string[] = ["tags", "categories", "authors", "aliases"];

/** Keys that are ignored: the service keeps its own time of the last change. */
const ignored: readonly string[] = ["lastmod"];

const ours: readonly string[] = [...keyByField.values(), ...mediaOnlyKeys, "id"];

/** Our names for keys, by the keys in any case, as Hugo reads them; synonyms and ignored keys included. */
const knownKeys: ReadonlyMap<string, string> = new Map(
  [...ours, ...synonyms.keys(), ...ignored].map((key) => [plainKey(key), synonyms.get(key) ?? key]),
);

const nearest = (written: string): string => {
  const names = [...ours, ...synonyms.keys(), "draft", "published", "private", "publishDate", "expiryDate"];
  const name = nearestName(written, names);
  return name === undefined ? "." : `; is it ${name}?`;
};

/** Our name for a key of front matter; undefined for a key that means nothing. */
export const ourKey = (written: string): string | undefined => knownKeys.get(plainKey(written));

export interface UsualKeys extends Pick<Visibility, "isDraft" | "publishAt"> {
  /** With our names for the keys, lists as lists, and dates as ISO 8601 writes them. */
  readonly matter: FrontMatter;
  readonly problems: readonly LineProblem[];
  /** Warnings of keys that mean nothing. */
  readonly warnings: readonly LineProblem[];
}

/** Reads front matter that was written for other programs. */
export const usualKeys = (matter: FrontMatter, now?: number): UsualKeys => {
  const fields = new Map<string, FrontMatterField>();
  const { isDraft, publishAt, problems: hidden } = visibilityIn(matter.fields, now);
  const problems: LineProblem[] = hidden.map(({ line, message }) => ({ line, message }));
  const warnings: LineProblem[] = [];
  for (const [written, field] of matter.fields) {
    const key = knownKeys.get(plainKey(written));
    const { line } = field;
    if (key !== undefined && fields.has(key))
      problems.push({ line, message: `${written}: this is said by ${key} already.` });
    else if (key !== undefined && ours.includes(key)) fields.set(key, inOurForm(key, field));
    else if (written === "<<")
      problems.push({ line, message: "Keys are not merged from elsewhere; write them here." });
    else if (key === undefined && !saysVisibility(written))
      warnings.push({ line, message: `${written}: unknown key${nearest(written)}` });
  }
  return { matter: { ...matter, fields }, isDraft, publishAt, problems, warnings };
};

const inOurForm = (key: string, field: FrontMatterField): FrontMatterField => {
  if (lists.includes(key)) return asList(field);
  return key === "date" ? asInstant(field) : field;
};

const asInstant = (field: FrontMatterField): FrontMatterField =>
  field.text === undefined ? field : { ...field, text: withoutZoneSpace(field.text) };

/** `tags: a, b` is a list too. */
const asList = (field: FrontMatterField): FrontMatterField => {
  if (field.text === undefined) return field;
  const { line } = field;
  const texts = field.text.split(",").map((text) => text.trim());
  return { line, items: texts.filter((text) => text !== "").map((text) => ({ text, line })) };
};
