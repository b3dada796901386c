import { slugFromTag } from "./slug.ts";

/** The slugs of tags with similar names, by name, in the order of their first use. */
export type TagFamily = ReadonlyMap<string, string>;

/** The most names of a family; they take at most 200 KB. */
const maxNumbered = 200;

/** The slug without numbers at its end, so that no two families compete for a slug. */
export const tagFamilyOf = (name: string): string => slugFromTag(name).replace(/(_[0-9]+)+$/, "");

/** Adds new names: each gets its slug, or the first free one of `slug_1` … (contract#tag-slugs). */
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
