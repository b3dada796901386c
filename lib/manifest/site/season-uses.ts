import { allPages, type Manifest, seasonsIn } from "#lib/manifest/read/read-manifest.ts";
import type { ThingUses } from "./object-uses.ts";
import type { KnownPages, SiteState } from "./read-site-state.ts";

/** The seasons with episodes that a podcast of the manifest has no more. */
export const seasonUses = (
  { pages }: Pick<Manifest, "pages">,
  { parents }: SiteState,
  { catalog, listings }: KnownPages,
): readonly ThingUses[] =>
  allPages(pages).flatMap((node) => {
    const keys = new Set(seasonsIn(node).map(({ key }) => key));
    const stored = parents.find(({ path }) => path === node.path)?.page.seasons ?? [];
    const gone = stored.filter(({ key }) => !keys.has(key));
    return gone.flatMap(({ id, key }): ThingUses[] => {
      const drafts = [...listings.byId.values()].filter(({ latest }) => latest.season === id);
      const pages = [...catalog.idsWithSeasons([id]), ...drafts.map((listing) => listing.id)];
      return pages.length === 0 ? [] : [{ thing: `season ${node.path} ${key}`, pages, keys: [] }];
    });
  });
