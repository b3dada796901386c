import type { FrontMatterField } from "#importers/lectern.ts";

/** What front matter or settings say, by key. */
export type Values = Readonly<Record<string, unknown>>;

/** Keys of front matter that are read, or that say nothing of the content. */
const ownKeys = new Map(
  "title date publishDate pubdate description summary excerpt tags tag categories category author authors aliases redirect_from slug url permalink image images cover cover_alt featured_image featureimage heroImage thumbnail lastmod last_modified_at layout guid"
    .split(" ")
    .map((key) => [key.toLowerCase(), key]),
);

export const isOwnKey = (key: string): boolean => ownKeys.get(key.toLowerCase()) === key;

/** Writes keys as they are read here: Hugo reads them in upper and lower case. */
export const withOwnKeys = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const own = ownKeys.get(key.toLowerCase());
      const name = own === undefined || Object.hasOwn(values, own) ? key : own;
      return [name, isOwnKey(name) ? ownValue(name, value) : value];
    }),
  );

/** `cover: false` names no file; a title or tag may be any word. */
const ownValue = (key: string, value: unknown): unknown => {
  const text = typeof value === "boolean" ? String(value) : value;
  // With an address of `false`, a page is hidden.
  if (key === "permalink") return text;
  const saysNothing = words.has(key) ? /^(?:~|null)$/i : /^(?:~|null|true|false)$/i;
  return typeof text === "string" && saysNothing.test(text) ? undefined : text;
};

const words = new Set(["title", "tags", "tag", "categories", "category", "slug"]);

/** What `lectern publish` would read of these values in a file. */
export const frontMatterOf = (values: Values): ReadonlyMap<string, FrontMatterField> =>
  new Map(Object.entries(values).map(([key, value]) => [key, { line: 1, ...fieldOf(value) }]));

const fieldOf = (value: unknown): Pick<FrontMatterField, "text" | "entries"> => {
  const text = scalarText(value);
  if (text !== undefined) return { text };
  const members = Object.entries(value as object).map(([name, each]) => [name, scalarText(each)] as const);
  const isTexts = members.every((member): member is readonly [string, string] => member[1] !== undefined);
  return !Array.isArray(value) && isTexts ? { entries: new Map(members) } : {};
};

/** Undefined for a list or map, which may hold itself. */
const scalarText = (value: unknown): string | undefined => {
  if (value === null || typeof value === "boolean") return String(value ?? "");
  return typeof value === "object" && !(value instanceof Date) ? undefined : valueText(value);
};

/** A text, number or date as text; "" for other values. */
export const valueText = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
};

/** The texts of a list, or of a text that is one. */
export const valueTexts = (value: unknown, separator: RegExp): string[] =>
  (Array.isArray(value) ? value.map(valueText) : valueText(value).split(separator))
    .map((text) => text.trim())
    .filter((text) => text !== "");
