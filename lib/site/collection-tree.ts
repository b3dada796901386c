import type { Collection } from "./site.ts";

/** A collection with those above it, from the root collection down to its parent. */
export interface PlacedCollection {
  readonly collection: Collection;
  readonly ancestors: readonly Collection[];
}

/**
 * The collections in tree order: depth first, siblings in the order in which they were made. What does not
 * hang below the root collection is not among them.
 */
export const collectionTree = (collections: readonly Collection[]): readonly PlacedCollection[] => {
  const children = Map.groupBy(collections, ({ parentId }) => parentId);
  const below = (parentId: number | null, ancestors: readonly Collection[]): PlacedCollection[] =>
    (children.get(parentId) ?? [])
      .toSorted((one, other) => one.id - other.id)
      .flatMap((collection) => [
        { collection, ancestors },
        ...below(collection.id, [...ancestors, collection]),
      ]);
  return below(null, []);
};
