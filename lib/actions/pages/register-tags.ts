import { hash } from "node:crypto";
import { slugFromTag } from "#lib/pages/slug.ts";
import { joinTagFamily, tagFamilyOf } from "#lib/pages/tag-family.ts";
import { isDryRun } from "#lib/store/commit-scope.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { putTagFamily, readTagFamilies, type StoredTagFamily } from "#lib/store/tags.ts";

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
  return names.map((name) => [name, joined.get(name) ?? slugBeyond(name)]);
};

/** The slug of a name whose family is full; it follows from the name, so it is not stored. */
const slugBeyond = (name: string): string =>
  `${slugFromTag(name)}_${hash("sha256", name, "hex").slice(0, 16)}`;
