import { isDeepStrictEqual } from "node:util";
import type { Listing } from "#lib/pages/listing.ts";
import type { Catalog } from "./catalog.ts";
import { currentCatalog } from "./current-catalog.ts";
import { rebuildCatalog } from "./rebuild.ts";
import { storedChanges, storedGapTime } from "./stored-changes.ts";

/** What the catalog lacks of the listings: a sentence for each that it has in a lower version, or differently. Higher versions are newer. */
export const findDifferences = (listings: readonly Listing[], catalog: Catalog): readonly string[] =>
  listings.flatMap((listing) => {
    const { id, version } = listing;
    const known = catalog.versionOf(id);
    if (known < version) return [`page ${id}: version ${version} is missing, ${known || "nothing"} is there`];
    if (known > version || isDeepStrictEqual(catalog.listingById(id), listing)) return [];
    return [`page ${id}: version ${version} differs`];
  });

/**
 * Compares this process's catalog with one made from the store: a sentence for each page that differs, none when all is
 * well, also while others write. The new one is made before the current one is asked, and brought up to date afterwards,
 * so each must know at least what the one before it knew.
 */
export const verifyCatalog = async (): Promise<readonly string[]> => {
  const { catalog: rebuilt, follower } = await rebuildCatalog(":memory:", storedChanges, storedGapTime);
  const current = await currentCatalog();
  const held = current.listings();
  const missed = findDifferences(rebuilt.listings(), current);
  rebuilt.apply((await follower.check()).map(({ change }) => change));
  return [...new Set([...missed, ...findDifferences(held, rebuilt)])];
};
