import { isDeepStrictEqual } from "node:util";
import { rebuildCatalog } from "#lib/catalog/following/rebuild.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { FullText, fullText } from "#lib/catalog/words/full-text.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import { storedWords } from "#lib/catalog/words/word-source.ts";
import type { Media } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Catalog } from "./catalog.ts";
import { currentCatalog } from "./current-catalog.ts";

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
 * What an index lacks of the words of another: a sentence for each page that it has in a lower version, or with other words,
 * of those that are live in the other's version. Newer and withdrawn ones are left out.
 */
export const findWordDifferences = (
  expected: WordIndex,
  index: WordIndex,
  liveVersions: Uint32Array,
): readonly string[] => {
  const [wanted, found] = [expected.fingerprints(), index.fingerprints()];
  return Array.from(expected.versions).flatMap((version, id) => {
    if (version !== (liveVersions[id] ?? 0)) return [];
    const isSame = () => (found[id] ?? 0) === wanted[id];
    return differences(`words of page ${id}`, version, index.versions[id] ?? 0, isSame);
  });
};

/**
 * Compares this process's catalog and index of words with those made from the store: a sentence for each page and media
 * object that differs, none when all is well, also while others write. The new ones are made before the current ones are
 * asked, and the new catalog is brought up to date afterwards, so each must know at least what the one before it knew.
 */
export const verifyCatalog = async (): Promise<readonly string[]> => {
  const { catalog: rebuilt, follower } = await rebuildCatalog(":memory:", storedChanges, storedLogTime);
  const rebuiltWords = new FullText(new WordIndex(":memory:"), storedWords);
  await rebuiltWords.bringUpToDate(rebuilt);
  const current = await currentCatalog();
  const words = await fullText();
  await words.bringUpToDate(current);
  const missedWords = findWordDifferences(rebuiltWords.index, words.index, current.liveVersions);
  const held = holdingsOf(current);
  const missed = findDifferences(holdingsOf(rebuilt), current);
  rebuilt.apply((await follower.check()).map(({ change }) => change));
  return [...new Set([...missed, ...missedWords, ...findDifferences(held, rebuilt)])];
};
