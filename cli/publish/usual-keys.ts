import { mediaOnlyKeys } from "#cli/publish/media/media-keys.ts";
import { nearestName } from "#lib/nearest-name.ts";
import { canonicalLanguage } from "#lib/pages/language.ts";
import { keyByField, keysOfPages, keysOfPagesOnly } from "./file-fields.ts";
import { foreignFields } from "./foreign-keys.ts";
import type { FrontMatter, FrontMatterField, LineProblem } from "./front-matter.ts";
import { withKeysOfFolder } from "./keys-of-folder.ts";
import { isOfOtherTool, isTimeOfChange, isTimeOfFile } from "./keys-of-tools.ts";
import { plainKey, saysVisibility, usualInstant, type Visibility, visibilityIn } from "./visibility.ts";

const unknownKey = ": unknown key";

/** True for the warning of a key that means nothing. */
export const isOfUnknownKey = ({ message }: LineProblem): boolean => message.includes(unknownKey);

const ours: readonly string[] = [...keyByField.values(), ...mediaOnlyKeys, "id"];

/** Our names for keys, by the keys in any case, as Hugo reads them. */
const knownKeys: ReadonlyMap<string, string> = new Map(ours.map((key) => [plainKey(key), key]));

/** True for a file that says `type: page`, as Hugo and others do: a page that is no post. */
const isPageFile = (fields: FrontMatter["fields"]): boolean =>
  [...fields].some(([key, { text }]) => plainKey(key) === "type" && text?.trim().toLowerCase() === "page");

const keysOfAnyFile: ReadonlySet<string> = new Set([...keysOfPages, "cover_alt", "id"]);

/** Our name for a key in a file of that kind; undefined for a key that means nothing there. */
const keyIn = (written: string, isPage: boolean): string | undefined => {
  const key = knownKeys.get(plainKey(written));
  if (key === undefined) return undefined;
  return (isPage ? keysOfAnyFile.has(key) : !keysOfPagesOnly.has(key)) ? key : undefined;
};

const nearest = (written: string): string => {
  const names = [
    ...ours,
    "description",
    "author",
    "draft",
    "published",
    "private",
    "publishDate",
    "expiryDate",
  ];
  const name = nearestName(written, names);
  return name === undefined ? "." : `; is it ${name}?`;
};

/** Our name for a key of front matter; undefined for a key that means nothing. */
export const ourKey = (written: string): string | undefined => {
  const plain = plainKey(written);
  return knownKeys.get(plain) ?? { description: "summary", author: "authors" }[plain];
};

export interface UsualKeys extends Pick<Visibility, "isDraft" | "publishAt"> {
  /** With our names for the keys, lists as lists, and dates as ISO 8601 writes them. */
  readonly matter: FrontMatter;
  /** The key that names the cover, if a file that is missing is no fault. */
  readonly coverKey: string | undefined;
  readonly problems: readonly LineProblem[];
  /** Warnings of keys that mean nothing. */
  readonly warnings: readonly LineProblem[];
  /** True for a page that is no post. */
  readonly isPage: boolean;
  /** Keys that belong to other tools and say nothing of a post. */
  readonly others: readonly string[];
}

/** Reads front matter that was written for other programs, too. */
export const usualKeys = (
  matter: FrontMatter,
  now?: number,
  isOfJekyll = false,
  shared: FrontMatter["fields"] = new Map(),
): UsualKeys => {
  const isPage = isPageFile(matter.fields);
  const foreign = foreignFields(matter.fields, isOfJekyll);
  const fields = new Map<string, FrontMatterField>();
  const { isDraft, publishAt, ...said } = visibilityIn(withKeysOfFolder(matter.fields, shared), now);
  const problems: LineProblem[] = said.problems.map(({ line, message }) => ({ line, message }));
  const warnings: LineProblem[] = [
    ...foreign.warnings,
    ...[...said.hiding, ...said.ending].map(({ line, message }) => ({ line, message })),
  ];
  const others: string[] = [];
  for (const [written, field] of matter.fields) {
    const key = keyIn(written, isPage);
    const { line } = field;
    if (foreign.taken.has(written)) continue;
    if (key !== undefined && fields.has(key))
      problems.push({ line, message: `${written}: this is said by ${key} already.` });
    else if (key === "date" && isTimeOfFile(field.text))
      warnings.push({ line, message: `${written}: ${field.text} is not kept; write a day.` });
    else if (key === "date") fields.set(key, asInstant(field));
    else if (key === "menu") fields.set(key, asFlag(field));
    else if (key === "language") fields.set(key, asLanguage(field));
    else if (key !== undefined) fields.set(key, field);
    else if (written === "<<")
      problems.push({ line, message: "Keys are not merged from elsewhere; write them here." });
    else if (isPage && plainKey(written) === "type") continue;
    else if (isOfOtherTool(written) || (isPage && plainKey(written) === "date")) others.push(written);
    else if (isPage && knownKeys.has(plainKey(written)))
      warnings.push({ line, message: `${written}: only posts have this, and the file is a page.` });
    else if (!saysVisibility(written) && !isTimeOfChange(written))
      warnings.push({ line, message: `${written}${unknownKey}${nearest(written)}` });
  }
  for (const [key, field] of foreign.fields) {
    if (isPage && !keysOfAnyFile.has(key))
      warnings.push({ line: field.line, message: `${key}: only posts have this, and the file is a page.` });
    else if (!fields.has(key)) fields.set(key, field);
  }
  const { coverKey } = foreign;
  return { matter: { ...matter, fields }, coverKey, isDraft, publishAt, isPage, problems, warnings, others };
};

/** The tag as the service keeps it, also of `pt_br`. */
const asLanguage = (field: FrontMatterField): FrontMatterField => {
  const tag = canonicalLanguage((field.text ?? "").trim().replaceAll("_", "-"));
  return tag === undefined ? field : { ...field, text: tag };
};

/** `menu: main` names a menu of Hugo; here, a page is in the menu or is not. */
const asFlag = ({ line, text, items }: FrontMatterField): FrontMatterField => {
  const isOut = /^(?:false|no|off|~|null)?$/i.test(text?.trim() ?? (items?.length === 0 ? "" : "main"));
  return { line, text: String(!isOut) };
};

const asInstant = (field: FrontMatterField): FrontMatterField =>
  field.text === undefined ? field : { ...field, text: usualInstant(field.text) };
