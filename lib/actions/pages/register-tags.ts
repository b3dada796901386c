import { hash } from "node:crypto";
import { slugFromTag } from "#lib/pages/slug.ts";
import { joinTagFamily, type TagFamily, tagFamilyOf } from "#lib/pages/tag-family.ts";
import { isDryRun } from "#lib/store/commit-scope.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { putTagFamily, readTagFamilies, replaceTagFamily, type StoredTagFamily } from "#lib/store/tags.ts";
import type { Write } from "#lib/store/write.ts";

/** By name; a slug never changes. */
const known = new Map<string, string>();

const maxKnown = 50_000;

/**
 * The slugs of tags, in the order of their names. New ones are stored for good, outside of any transaction:
 * an unused one does no harm. A dry run stores none, and needs none. One request per 100 families of names,
 * and one per family with new names.
 */
export const registerTags = async (names: readonly string[]): Promise<readonly string[]> => {
  if (isDryRun()) return names.map(slugFromTag);
  if (known.size > maxKnown) known.clear();
  const slugs = new Map(names.map((name) => [name, known.get(name)]));
  await retryUntilWhole(async () => {
    const unknown = names.filter((name) => slugs.get(name) === undefined);
    for (const [name, slug] of await slugsOf(unknown)) {
      slugs.set(name, slug);
      known.set(name, slug);
    }
    return names.every((name) => slugs.get(name) !== undefined) || undefined;
  });
  return names.map((name) => slugs.get(name)!);
};

/** A post may have 200 tags, and a transaction 100 writes. */
const maxFamiliesInTransaction = 10;

/**
 * The same, but new tags are stored by `writes`, in the transaction of those who use them, which fails if
 * somebody else changes their families meanwhile. Those of more than ten families are stored before it.
 */
export const tagsWithWrites = async (
  names: readonly string[],
): Promise<{ readonly slugs: readonly string[]; readonly writes: readonly Write[] }> => {
  if (known.size > maxKnown) known.clear();
  const slugs = new Map(names.map((name) => [name, known.get(name)]));
  const unknown = isDryRun() ? [] : names.filter((name) => slugs.get(name) === undefined);
  const byFamily = Map.groupBy(unknown, tagFamilyOf);
  if (byFamily.size === 0 || byFamily.size > maxFamiliesInTransaction)
    return { slugs: await registerTags(names), writes: [] };
  const writes: Write[] = [];
  for (const family of await readTagFamilies([...byFamily.keys()])) {
    const joined = joinTagFamily(family.slugs, byFamily.get(family.name)!);
    if (joined.size > family.slugs.size) writes.push(replaceTagFamily(family, joined));
    for (const name of byFamily.get(family.name)!) {
      slugs.set(name, slugIn(joined, name));
      const isNew = joined.get(name) !== family.slugs.get(name);
      if (!isNew) known.set(name, slugIn(joined, name));
    }
  }
  return { slugs: names.map((name) => slugs.get(name)!), writes };
};

// Leaves out families that somebody else has changed meanwhile.
const slugsOf = async (names: readonly string[]): Promise<[name: string, slug: string][]> => {
  const byFamily = Map.groupBy(names, tagFamilyOf);
  const families = await readTagFamilies([...byFamily.keys()]);
  const kept = await Promise.all(families.map((family) => keptSlugs(family, byFamily.get(family.name)!)));
  return kept.flat();
};

const keptSlugs = async (
  family: StoredTagFamily,
  names: readonly string[],
): Promise<[name: string, slug: string][]> => {
  const joined = joinTagFamily(family.slugs, names);
  const hasNew = joined.size > family.slugs.size;
  if (hasNew && !(await putTagFamily(family, joined))) return [];
  return names.map((name) => [name, slugIn(joined, name)]);
};

/** The slug of a name whose family is full follows from the name, so it is not stored. */
const slugIn = (family: TagFamily, name: string): string =>
  family.get(name) ?? `${slugFromTag(name)}_${hash("sha256", name, "hex").slice(0, 16)}`;
