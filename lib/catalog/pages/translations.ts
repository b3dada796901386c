import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { CatalogPages, PageParts } from "./catalog-pages.ts";
import { everywhere } from "./columns.ts";

/** By the id of a page that others translate: its id and theirs, ascending. */
type Groups = ReadonlyMap<number, readonly number[]>;

/** A page that says to translate a translation belongs to the same group; a circle ends where it began. */
const groupsIn = ({ rows }: PageParts): Groups => {
  const originals = new Map(rows.translations());
  const groups = new Map<number, number[]>();
  for (const id of originals.keys()) {
    const seen = new Set([id]);
    let original = id;
    for (let of = originals.get(id); of !== undefined && !seen.has(of); of = originals.get(of)) {
      seen.add(of);
      original = of;
    }
    const group = groups.get(original) ?? [original];
    if (!group.includes(id)) group.push(id);
    groups.set(original, group);
  }
  const byPage = new Map<number, readonly number[]>();
  for (const group of groups.values()) for (const id of group) byPage.set(id, group);
  return byPage;
};

/** The ids of the translations of a page, those that are no longer there or not public included. */
export const translationIdsOf = (pages: CatalogPages, id: number): readonly number[] =>
  (pages.derived(groupsIn).get(id) ?? []).filter((other) => other !== id);

/** The translations of a page that the viewer may see. */
export const translationsOf = (pages: CatalogPages, id: number, viewer: Viewer): readonly Listing[] => {
  const ids = translationIdsOf(pages, id);
  if (ids.length === 0) return [];
  const { rows, columns } = pages.parts;
  return rows.listings(columns.select(ids, everywhere, columns.gateOf(viewer)));
};

const languagesIn = ({ rows }: PageParts): ReadonlyMap<string, readonly number[]> => {
  const byLanguage = new Map<string, number[]>();
  for (const [id, language] of rows.languages())
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), id]);
  return byLanguage;
};

/** The ids of the pages that say their language, by that. */
export const pagesByLanguage = (pages: CatalogPages): ReadonlyMap<string, readonly number[]> =>
  pages.derived(languagesIn);
