import { hash } from "node:crypto";
import { certain } from "#lib/certain.ts";
import { joinTagFamily, slugFromTag, type TagFamily, tagFamilyOf } from "#lib/pages/slug.ts";
import { isDryRun } from "#lib/store/commit-scope.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { putTagFamily, readTagFamilies, replaceTagFamily, type StoredTagFamily } from "#lib/store/tags.ts";

/** Slugs by the names of tags; a slug never changes. */
const known = new Map<string, string>();

const maxKnown = 50_000;

/**
 * The slugs of tags, in the order of their names. New ones are stored for good, outside of any transaction:
 * an unused one does no harm. A dry run stores none, and needs none. One request per 100 families of names,
 * and one per family with new names.
 */
export const registerTags = async (names: readonly string[]): Promise<readonly string[]> => {
  if (isDryRun()) return names.map(slugFromTag);
  const slugs = knownSlugs(names);
  await retryUntilWhole(async () => {
    const families = await joinedFamilies(withoutSlug(slugs));
    const stored = await Promise.all(
      families.map(async (family) => !family.hasNew || (await putTagFamily(family.stored, family.joined))),
    );
    // Families that somebody else has changed meanwhile are read again.
    for (const { joined, names } of families.filter((_, index) => stored[index]))
      for (const name of names) {
        slugs.set(name, slugIn(joined, name));
        known.set(name, slugIn(joined, name));
      }
    return withoutSlug(slugs).length === 0 || undefined;
  });
  return names.map((name) => certain(slugs.get(name)));
};

/** A post may have 200 tags, and a transaction 100 writes. */
const maxFamiliesInTransaction = 10;

/**
 * Gives slugs to tags, and stores new ones by `writes`, in the transaction of the post that has them. It
 * fails if somebody else changes their families meanwhile. The tags of more than ten families are stored
 * before it.
 */
export const tagsWithWrites = async (
  names: readonly string[],
): Promise<{ readonly slugs: readonly string[]; readonly writes: readonly Write[] }> => {
  if (isDryRun()) return { slugs: names.map(slugFromTag), writes: [] };
  const slugs = knownSlugs(names);
  const families = await joinedFamilies(withoutSlug(slugs));
  const grown = families.filter(({ hasNew }) => hasNew);
  if (grown.length > maxFamiliesInTransaction) return { slugs: await registerTags(names), writes: [] };
  for (const { stored, joined, names } of families)
    for (const name of names) {
      slugs.set(name, slugIn(joined, name));
      const isNew = joined.get(name) !== stored.slugs.get(name);
      if (!isNew) known.set(name, slugIn(joined, name));
    }
  const writes = grown.map(({ stored, joined }) => replaceTagFamily(stored, joined));
  return { slugs: names.map((name) => certain(slugs.get(name))), writes };
};

/** Slugs by name; undefined for tags that this process does not know. */
const knownSlugs = (names: readonly string[]): Map<string, string | undefined> => {
  if (known.size > maxKnown) known.clear();
  return new Map(names.map((name) => [name, known.get(name)]));
};

const withoutSlug = (slugs: ReadonlyMap<string, string | undefined>): string[] =>
  [...slugs].flatMap(([name, slug]) => (slug === undefined ? [name] : []));

/** A family as it is stored, and with these names of it. */
interface JoinedFamily {
  readonly stored: StoredTagFamily;
  readonly names: readonly string[];
  readonly joined: TagFamily;
  readonly hasNew: boolean;
}

const joinedFamilies = async (names: readonly string[]): Promise<JoinedFamily[]> => {
  const byFamily = Map.groupBy(names, tagFamilyOf);
  const families = await readTagFamilies([...byFamily.keys()]);
  return families.map((stored) => {
    const names = certain(byFamily.get(stored.name));
    const joined = joinTagFamily(stored.slugs, names);
    return { stored, names, joined, hasNew: joined.size > stored.slugs.size };
  });
};

/** The slug of a name whose family is full follows from the name, so it is not stored. */
const slugIn = (family: TagFamily, name: string): string =>
  family.get(name) ?? `${slugFromTag(name)}_${hash("sha256", name, "hex").slice(0, 16)}`;
