import { type TagFamily, tagFamilyOf } from "#lib/pages/slug.ts";
import { equal, isNew, type SingleWrite } from "#lib/store/port/table-store.ts";
import { conditionHolds } from "./condition-errors.ts";
import { getItems, putItem } from "./items.ts";
import { keys } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** A family of tags as it was read; version 0 for a new one. */
export interface StoredTagFamily {
  readonly name: string;
  readonly version: number;
  readonly slugs: TagFamily;
}

/** The families with these names, in their order, read consistently. One request per 100. */
export const readTagFamilies = async (names: readonly string[]): Promise<StoredTagFamily[]> => {
  const items = await getItems(names.map(keys.tagFamily));
  return names.map((name, index) => {
    const { version = 0, slugs = "[]" } = items[index] ?? {};
    return { name, version, slugs: new Map(JSON.parse(slugs)) };
  });
};

/** The slugs of those tags that a public post has had. One request per 100 families. */
export const readTagSlugs = async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const families = await readTagFamilies([...new Set(names.map(tagFamilyOf))]);
  return new Map(families.flatMap(({ slugs }) => [...slugs]));
};

/** Replaces the tags of a family, if it is as it was read. */
export const replaceTagFamily = ({ name, version }: StoredTagFamily, slugs: TagFamily): SingleWrite =>
  putItem(
    keys.tagFamily(name),
    { version: version + 1, slugs: JSON.stringify([...slugs]) },
    version === 0 ? isNew : equal("version", version),
  );

/** Replaces the tags in a request of its own; false if the family has changed since it was read. */
export const putTagFamily = (family: StoredTagFamily, slugs: TagFamily): Promise<boolean> =>
  conditionHolds(tableStore().write(replaceTagFamily(family, slugs)));
