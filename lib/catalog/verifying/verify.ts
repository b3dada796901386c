import { isDeepStrictEqual } from "node:util";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { EditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import type { WordIndex } from "#lib/catalog/words/word-index.ts";
import type { Media } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";

export interface Holdings {
  readonly listings: readonly Listing[];
  readonly media: readonly Media[];
}

/** A sentence for each holding that the catalog lacks, or has in a lower version or differently. */
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

export const holdingsOf = (catalog: Catalog): Holdings => ({
  listings: catalog.listings(),
  media: catalog.allMedia(),
});

/**
 * A sentence for each listing for editors that is missing, older or different, or that should not be there.
 */
export const findEditorListingDifferences = (
  expected: EditorListings,
  found: EditorListings,
): readonly string[] => {
  const [rows, stored] = [expected.byId, found.byId];
  const missing = [...rows.values()].flatMap((row) => {
    const { id, version } = row;
    const isSame = () => isDeepStrictEqual(asJson(stored.get(id)), asJson(row));
    return differences(`draft of page ${id}`, version, stored.get(id)?.version ?? 0, isSame);
  });
  const surplus = [...stored.values()].flatMap(({ id, version }) =>
    surplusOf(`draft of page ${id}`, version, rows.get(id)?.version ?? 0),
  );
  return [...missing, ...surplus];
};

/** Absent members, and those that are undefined, are the same in a file. */
const asJson = (value: unknown): unknown => value && JSON.parse(JSON.stringify(value));

export const surplusOf = (name: string, version: number, known: number): readonly string[] =>
  version > known ? [`${name}: version ${version} is there, and the table has ${known || "nothing"}`] : [];

/**
 * A sentence for each page whose words differ, without pages that have changed since `expected` was built.
 */
export const findWordDifferences = (
  expected: WordIndex,
  index: WordIndex,
  liveVersions: Uint32Array,
): readonly string[] => {
  const [rebuilt, found] = [expected.fingerprints(), index.fingerprints()];
  return Array.from(expected.versions).flatMap((version, id) => {
    if (version !== (liveVersions[id] ?? 0)) return [];
    const isSame = () => (found[id] ?? 0) === rebuilt[id];
    return differences(`words of page ${id}`, version, index.versions[id] ?? 0, isSame);
  });
};
