import type { Collection } from "./site.ts";

/** A collection with those above it, from the root down to its parent. */
export interface PlacedCollection {
  readonly collection: Collection;
  readonly ancestors: readonly Collection[];
}

/** Depth first, siblings by id; without collections that do not hang below the root. */
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
