import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { CatalogPages, PageParts } from "./catalog-pages.ts";
import { everywhere } from "./columns.ts";

/** The ids of a page and its translations, ascending, by the id of each of them. */
type Groups = ReadonlyMap<number, readonly number[]>;

/** A page that says to translate a translation belongs to the same group; so do pages that go in a circle. */
const groupsIn = ({ rows }: PageParts): Groups => {
  const groups = new Map<number, number[]>();
  for (const [id, original] of rows.translations()) {
    const [one, other] = [groups.get(id) ?? [id], groups.get(original) ?? [original]];
    const [group, joining] = one.length > other.length ? [one, other] : [other, one];
    groups.set(id, group).set(original, group);
    if (group === joining) continue;
    for (const page of joining) {
      group.push(page);
      groups.set(page, group);
    }
  }
  for (const group of new Set(groups.values())) group.sort((page, next) => page - next);
  return groups;
};

/** The ids of the translations of a page, those that are no longer there or not public included. */
export const translationIdsOf = (pages: CatalogPages, id: number): readonly number[] =>
  (pages.derived(groupsIn).get(id) ?? []).filter((other) => other !== id);

/** The translations of a page that the viewer may see. */
export const translationsOf = (pages: CatalogPages, id: number, viewer: Viewer): readonly Listing[] => {
  const ids = translationIdsOf(pages, id);
  return ids.length === 0 ? [] : pages.parts.rows.listings(seenAmong(pages, ids, viewer));
};

/** Those of these pages that the viewer may see. */
export const seenAmong = ({ parts: { columns } }: CatalogPages, ids: readonly number[], viewer: Viewer) =>
  columns.select(ids, everywhere, columns.gateOf(viewer));

const languagesIn = ({ rows }: PageParts): ReadonlyMap<string, readonly number[]> => {
  const byLanguage = new Map<string, number[]>();
  for (const [id, language] of rows.languages())
    byLanguage.set(language, [...(byLanguage.get(language) ?? []), id]);
  return byLanguage;
};

/** The ids of the pages that say their language, by that. */
export const pagesByLanguage = (pages: CatalogPages): ReadonlyMap<string, readonly number[]> =>
  pages.derived(languagesIn);
