import { slugFromTag } from "./slug.ts";

/** The slugs of tags whose names are written alike, by name, in the order of their first use. */
export type TagFamily = ReadonlyMap<string, string>;

/** As many names of a family get slugs with numbers; a family of so many is stored in 200 KB at most. */
const maxNumbered = 200;

/**
 * What the family of a tag's name is called: its slug without any numbers behind it, so that no other family
 * can want a slug of this one.
 */
export const tagFamilyOf = (name: string): string => slugFromTag(name).replace(/(_[0-9]+)+$/, "");

/**
 * The family with more names, in their order: a new name has its slug, or the first of `slug_1`, `slug_2` …
 * that none has yet (contract#tag-slugs). A full family takes no more names.
 */
export const joinTagFamily = (family: TagFamily, names: readonly string[]): TagFamily => {
  const joined = new Map(family);
  const taken = new Set(family.values());
  for (const name of names) {
    if (joined.has(name) || joined.size >= maxNumbered) continue;
    const slug = freeSlug(slugFromTag(name), taken);
    joined.set(name, slug);
    taken.add(slug);
  }
  return joined;
};

const freeSlug = (slug: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}_${number}`)) number++;
  return `${slug}_${number}`;
};
