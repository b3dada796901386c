import { keyOfAlias } from "#lib/pages/addresses.ts";
import { mayBeSlug } from "#lib/pages/slug.ts";
import type { FrontMatterField, LinedText, LineProblem } from "./front-matter.ts";
import { plainKey } from "./visibility.ts";

/** Fields under our names for what Hugo, Jekyll, Astro and Eleventy call otherwise. */
export interface ForeignFields {
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  /** The key of a cover that other tools look for elsewhere too, so that it may be missing here. */
  readonly coverKey: string | undefined;
  /** The keys that are read here. */
  readonly taken: ReadonlySet<string>;
  readonly warnings: readonly LineProblem[];
}

type Fields = ReadonlyMap<string, FrontMatterField>;

/** Reads the keys of other tools. What a file says by our own name counts more. */
export const foreignFields = (fields: Fields, isOfJekyll: boolean): ForeignFields => {
  const found = new Map<string, FrontMatterField>();
  const taken = new Set<string>();
  const warnings: LineProblem[] = [];
  const all = [...fields].map(([written, field]) => ({ written, plain: plainKey(written), field }));
  const namedBy = (names: readonly string[]) =>
    names.flatMap((name) => all.filter(({ plain }) => plain === name));

  for (const [key, names] of Object.entries(lists)) {
    const said = namedBy(names);
    if (said.length === 0 || said.some(({ field }) => !field.items && field.text === undefined)) continue;
    for (const { written } of said) taken.add(written);
    const separator = isOfJekyll && ["tags", "categories"].includes(key) ? /[,\s]+/ : /,/;
    const items = said.flatMap(({ field }) => field.items ?? itemsIn(field, separator));
    const distinct = [...new Map(items.map((item) => [item.text, item])).values()];
    found.set(key, { line: said[0]?.field.line ?? 1, items: distinct });
  }

  const summaries = namedBy(["description", "summary", "excerpt"]).filter(({ field }) => field.text);
  for (const { written, field } of summaries) {
    taken.add(written);
    const [first] = summaries;
    if (first && found.get("summary") === undefined) found.set("summary", first.field);
    else if (field.text !== first?.field.text)
      warnings.push({
        line: field.line,
        message: `${written}: not kept, because ${first?.written} says another one.`,
      });
  }

  const place = namedBy(["url", "permalink"]).find(({ field }) => field.text);
  if (place) {
    const path = pathIn(place.field.text ?? "");
    taken.add(place.written);
    if (path !== undefined) {
      const aliases = found.get("aliases")?.items ?? [];
      const { line } = place.field;
      if (keyOfAlias(path) !== undefined && !aliases.some(({ text }) => text === path))
        found.set("aliases", { line, items: [...aliases, { text: path, line }] });
      const slug = path.replace(/(?:\/index)?(?:\.html?)?\/?$/i, "").replace(/^.*\//, "");
      if (!all.some(({ plain }) => plain === "slug") && mayBeSlug(slug))
        found.set("slug", { line, text: slug });
    }
  }
  const cover = coverIn(all);
  // Our own cover, which has to be there.
  for (const { written, plain, field } of namedBy(covers))
    if (plain !== "cover" || isNone(field) || imageIn(field.entries) !== undefined) taken.add(written);
  if (cover) {
    found.set("cover", cover.field);
    if (cover.alt) found.set("cover_alt", cover.alt);
  }
  return { fields: found, coverKey: cover?.written, taken, warnings };
};

/** Other names of our lists, which add up. */
const lists: Readonly<Record<string, readonly string[]>> = {
  tags: ["tags", "tag"],
  categories: ["categories", "category"],
  authors: ["authors", "author"],
  aliases: ["aliases", "redirectfrom"],
};

const itemsIn = ({ text = "", line }: FrontMatterField, separator: RegExp): LinedText[] =>
  text
    .split(separator)
    .map((each) => ({ text: each.trim(), line }))
    .filter((item) => item.text !== "");

/** The path of an address; undefined for a pattern, which the other tool fills in. */
const pathIn = (written: string): string | undefined => {
  const text = written.trim().replace(/^https?:\/\/[^/]+/i, "");
  if (/[:{}%\s?#]/.test(text) || /^(?:date|pretty|ordinal|weekdate|none|false|true|)$/.test(text))
    return undefined;
  return text.startsWith("/") ? text : `/${text}`;
};

/** Keys of pictures of a whole post, those first that are meant for it. */
const covers = [
  ...[
    "cover",
    "featuredimage",
    "featureimage",
    "heroimage",
    "coverimage",
    "image",
    "images",
    "hero",
    "banner",
  ],
  ...["thumbnail", "header", "ogimage", "socialimage"],
];

interface Cover {
  readonly written: string;
  readonly field: FrontMatterField;
  readonly alt?: FrontMatterField;
}

const coverIn = (
  all: readonly { readonly written: string; readonly plain: string; readonly field: FrontMatterField }[],
): Cover | undefined => {
  for (const name of covers)
    for (const { written, plain, field } of all) {
      if (plain !== name || isNone(field)) continue;
      const { line, entries, items } = field;
      if (plain === "cover" && imageIn(entries) === undefined) return undefined;
      const text = entries ? imageIn(entries) : (items?.[0]?.text ?? field.text);
      if (!text || isFlag(text)) continue;
      const alt = entries?.get("alt");
      return { written, field: { line, text }, ...(alt && { alt: { line, text: alt } }) };
    }
  return undefined;
};

/** Keys of the file in a map about a picture. */
const imageKeys = ["image", "src", "path", "url", "file", "teaser", "feature", "overlay_image"];

const imageIn = (entries: ReadonlyMap<string, string> | undefined): string | undefined =>
  imageKeys.map((key) => entries?.get(key)).find((each) => each !== undefined && each !== "") ??
  (entries && imageKeys.some((key) => entries.has(key)) ? "" : undefined);

const isFlag = (text: string): boolean => /^(?:true|false|yes|no|on|off|~|null)$/i.test(text.trim());

/** `cover: false` names no file. */
const isNone = ({ text }: FrontMatterField): boolean => text !== undefined && (text === "" || isFlag(text));
