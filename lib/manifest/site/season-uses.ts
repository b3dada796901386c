import { allPages, type Manifest, seasonsIn } from "#lib/manifest/read/read-manifest.ts";
import type { ThingUses } from "./object-uses.ts";
import type { KnownPages, SiteState } from "./read-site-state.ts";

/** The seasons with episodes that a podcast of the manifest has no more. */
export const seasonUses = (
  { pages }: Pick<Manifest, "pages">,
  { parents }: SiteState,
  known: KnownPages,
): readonly ThingUses[] =>
  allPages(pages).flatMap((node) => {
    const keys = new Set(seasonsIn(node).map(({ key }) => key));
    const podcast = parents.find(({ path }) => path === node.path)?.page;
    const gone = (podcast?.seasons ?? []).filter(({ key }) => !keys.has(key));
    if (!podcast || gone.length === 0) return [];
    const seasons = episodesBySeason(podcast.id, known);
    return gone.flatMap(({ id, key }): ThingUses[] => {
      const pages = seasons.get(id);
      return pages ? [{ thing: `season ${node.path} ${key}`, pages, keys: [] }] : [];
    });
  });

/** The episodes of a podcast that are in each season, in public or in their latest revisions. */
const episodesBySeason = (
  podcastId: number,
  { catalog, listings }: KnownPages,
): ReadonlyMap<number, readonly number[]> => {
  const seasons = new Map<number, number[]>();
  const note = (season: number | null | undefined, episode: number) =>
    season && seasons.set(season, [...(seasons.get(season) ?? []), episode]);
  for (const { id, parentId, latest } of listings.byId.values())
    if (parentId === podcastId) note(latest.season, id);
  for (const { id, content } of catalog.listingsOf(catalog.idsBelow(podcastId)))
    note(content?.directory?.season, id);
  return seasons;
};
