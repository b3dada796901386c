import { passesRestriction, type Viewer } from "#lib/pages/restriction.ts";
import { collectionTree } from "#lib/site/collection-tree.ts";
import type { Collection } from "#lib/site/site.ts";
import { collectionPath } from "./media-permissions.ts";

/**
 * Whether what is in a collection is for everybody (`public`), for this viewer but not for everybody (`passed`), or not for
 * this viewer (`closed`).
 *
 * The restrictions of the collection and of all above it must be passed. A collection that is unknown, or does not hang
 * below the root, is closed; so is one with a password, to everybody: a session says for which pages a password was entered,
 * and knows of no collections (decisions §13 "View restrictions").
 */
export const collectionAccess = (
  viewer: Viewer,
  collections: readonly Collection[],
  id: number,
): "public" | "passed" | "closed" => {
  const path = collectionPath(collections, id).map((each) => collections.find((one) => one.id === each)!);
  return path.at(-1)?.parentId === null ? accessAlong(viewer, path) : "closed";
};

/** The ids of the collections that are not closed to the viewer. */
export const openCollections = (viewer: Viewer, collections: readonly Collection[]): readonly number[] =>
  collectionTree(collections)
    .filter(({ collection, ancestors }) => accessAlong(viewer, [...ancestors, collection]) !== "closed")
    .map(({ collection }) => collection.id);

const accessAlong = (viewer: Viewer, path: readonly Collection[]): "public" | "passed" | "closed" => {
  const restricted = path.filter(({ restriction }) => restriction !== null);
  if (restricted.length === 0) return "public";
  const withoutPasswords = { ...viewer, passed: [] };
  const passes = restricted.every((each) => passesRestriction(withoutPasswords, each.restriction!));
  return passes ? "passed" : "closed";
};
