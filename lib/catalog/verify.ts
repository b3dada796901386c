import { isDeepStrictEqual } from "node:util";
import type { Media } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Catalog } from "./catalog.ts";
import { currentCatalog } from "./current-catalog.ts";
import { rebuildCatalog } from "./rebuild.ts";
import { storedChanges, storedGapTime } from "./stored-changes.ts";

/** All that a catalog should have. */
export interface Holdings {
  readonly listings: readonly Listing[];
  readonly media: readonly Media[];
}

/** What the catalog lacks of the holdings: a sentence for each that it has in a lower version, or differently. Higher versions are newer. */
export const findDifferences = ({ listings, media }: Holdings, catalog: Catalog): readonly string[] => [
  ...listings.flatMap((listing) => {
    const { id, version } = listing;
    const isSame = () => isDeepStrictEqual(catalog.listingById(id), listing);
    return differences(`page ${id}`, version, catalog.versionOf(id), isSame);
  }),
  ...media.flatMap((object) => {
    const { kind, id, version } = object;
    const isSame = () => isDeepStrictEqual(catalog.media(kind, id), object);
    return differences(`${kind} ${id}`, version, catalog.mediaVersionOf(kind, id), isSame);
  }),
];

const differences = (
  name: string,
  version: number,
  known: number,
  isSame: () => boolean,
): readonly string[] => {
  if (known < version) return [`${name}: version ${version} is missing, ${known || "nothing"} is there`];
  return known > version || isSame() ? [] : [`${name}: version ${version} differs`];
};

const holdingsOf = (catalog: Catalog): Holdings => ({
  listings: catalog.listings(),
  media: catalog.allMedia(),
});

/**
 * Compares this process's catalog with one made from the store: a sentence for each page and media object that differs,
 * none when all is well, also while others write. The new one is made before the current one is asked, and brought up to
 * date afterwards, so each must know at least what the one before it knew.
 */
export const verifyCatalog = async (): Promise<readonly string[]> => {
  const { catalog: rebuilt, follower } = await rebuildCatalog(":memory:", storedChanges, storedGapTime);
  const current = await currentCatalog();
  const held = holdingsOf(current);
  const missed = findDifferences(holdingsOf(rebuilt), current);
  rebuilt.apply((await follower.check()).map(({ change }) => change));
  return [...new Set([...missed, ...findDifferences(held, rebuilt)])];
};
