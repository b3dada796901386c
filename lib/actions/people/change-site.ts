import type { Site } from "#lib/site/site.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { decideSite, readSite, type SiteChanges } from "#lib/store/site.ts";

/** Changes at most 90 objects of the site's data; undefined changes nothing. Cost: four requests. */
export const changeSite = (change: (site: Site) => Promise<SiteChanges | undefined>): Promise<Site> =>
  commitDecision(async () => {
    const site = await readSite();
    const changes = await change(site);
    if (!changes) return { writes: [], value: site };
    return decideSite(site, changes, siteWith(site, changes));
  });

export const siteWith = (site: Site, changes: SiteChanges): Site => {
  const kept = <Item extends { readonly id: number }>(
    kind: string,
    items: readonly Item[],
    put: readonly Item[] = [],
  ) => {
    const gone = new Set(changes.removed?.filter((removed) => removed.kind === kind).map(({ id }) => id));
    for (const { id } of put) gone.add(id);
    return [...items.filter(({ id }) => !gone.has(id)), ...put].sort((a, b) => a.id - b.id);
  };
  return {
    version: site.version + 1,
    settings: changes.settings ?? site.settings,
    groups: kept("GROUP", site.groups, changes.groups),
    categories: kept("CATEGORY", site.categories, changes.categories),
    collections: kept("COLLECTION", site.collections, changes.collections),
    workflows: kept("WORKFLOW", site.workflows, changes.workflows),
    authors: changes.authors ?? site.authors,
    trusts: changes.trusts ?? site.trusts,
    redirects: changes.redirects ?? site.redirects,
    beside: changes.beside ?? site.beside,
  };
};
