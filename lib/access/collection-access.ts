import { certain } from "#lib/certain.ts";
import { passesRestriction, type Viewer } from "#lib/pages/restriction.ts";
import { collectionTree } from "#lib/site/collection-tree.ts";
import type { Collection } from "#lib/site/site.ts";
import { collectionIdsToRoot } from "./media-permissions.ts";

/**
 * Who may see what is in a collection: everybody (`public`), this viewer but not everybody (`passed`), or not
 * even this viewer (`closed`). Collections that are unknown or not below the root are closed.
 */
export const collectionAccess = (
  viewer: Viewer,
  collections: readonly Collection[],
  id: number,
): "public" | "passed" | "closed" => {
  const path = pathOf(collections, id);
  return path.at(-1)?.parentId === null ? accessAlong(viewer, path) : "closed";
};

/** The collection whose password the viewer needs next; null if the outermost restriction has none. */
export const lockedCollection = (
  viewer: Viewer,
  collections: readonly Collection[],
  id: number,
): number | null => {
  const outermost = pathOf(collections, id).findLast((each) => !passes(viewer, each));
  return outermost?.restriction?.type === "password" ? outermost.id : null;
};

export const openCollections = (viewer: Viewer, collections: readonly Collection[]): readonly number[] =>
  collectionTree(collections)
    .filter(({ collection, ancestors }) => accessAlong(viewer, [...ancestors, collection]) !== "closed")
    .map(({ collection }) => collection.id);

// The collection itself first.
const pathOf = (collections: readonly Collection[], id: number): readonly Collection[] =>
  collectionIdsToRoot(collections, id).map((each) => certain(collections.find((one) => one.id === each)));

const passes = (viewer: Viewer, { restriction }: Collection): boolean =>
  restriction === null || passesRestriction(viewer, restriction);

const accessAlong = (viewer: Viewer, path: readonly Collection[]): "public" | "passed" | "closed" => {
  if (path.every(({ restriction }) => restriction === null)) return "public";
  return path.every((each) => passes(viewer, each)) ? "passed" : "closed";
};
