import type { AlteredSite } from "#lib/pages/change.ts";
import { type Author, type Collection, collectionTree, type Site, type SiteSettings } from "./site.ts";

/** The alterations that strangers see after a change of the site. */
export const alteredSite = (before: Site, after: Site): AlteredSite => {
  const categories = after.categories
    .filter((category) => !isEqual(category, byId(before.categories, category.id)))
    .concat(before.categories.filter(({ id }) => !byId(after.categories, id)))
    .map(({ id }) => id);
  const [wereOpen, areOpen] = [openIds(before.collections), openIds(after.collections)];
  const collections = [...new Set([...wereOpen, ...areOpen])].filter(
    (id) => wereOpen.has(id) !== areOpen.has(id),
  );
  return {
    ...((!isEqual(settingsInAnswers(before.settings), settingsInAnswers(after.settings)) ||
      isShownOtherwise(before.authors, after.authors)) && { everyPage: true }),
    ...(categories.length > 0 && { categories }),
    ...(collections.length > 0 && { collections }),
  };
};

const settingsInAnswers = ({ baseUrl, locale, timezone }: SiteSettings) => [baseUrl, locale, timezone];

/** New authors are in no answer yet; which pages name the others is not kept. */
const isShownOtherwise = (before: readonly Author[], after: readonly Author[]): boolean => {
  const names = new Map(after.map(({ slug, name }) => [slug, name]));
  return before.some(({ slug, name }) => names.get(slug) !== name);
};

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const byId = <Item extends { readonly id: number }>(items: readonly Item[], id: number): Item | undefined =>
  items.find((item) => item.id === id);

/** The collections that nothing closes, on the way from the root collection. */
const openIds = (collections: readonly Collection[]): Set<number> =>
  new Set(
    collectionTree(collections)
      .filter(({ collection, ancestors }) =>
        [...ancestors, collection].every((each) => each.restriction === null),
      )
      .map(({ collection }) => collection.id),
  );
