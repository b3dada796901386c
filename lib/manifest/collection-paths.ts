import type { Collection } from "#lib/site/site.ts";

/** Collections by path, such as `Root/Shows`; without those that are not below the root. */
export const collectionsByPath = (collections: readonly Collection[]): ReadonlyMap<string, Collection> => {
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const pathOf = ({ parentId, name }: Collection): string | undefined => {
    if (parentId === null) return name;
    const parent = byId.get(parentId);
    const above = parent && pathOf(parent);
    return above === undefined ? undefined : `${above}/${name}`;
  };
  return new Map(
    collections.flatMap((collection) => {
      const path = pathOf(collection);
      return path === undefined ? [] : [[path, collection] as const];
    }),
  );
};

/** The path of the collection above; undefined for the root collection. */
export const parentPath = (path: string): string | undefined => {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? undefined : path.slice(0, slash);
};

/** 1 for the root collection. */
export const depthOf = (path: string): number => path.split("/").length;
