import { allPages, type Manifest, seasonsIn } from "#lib/manifest/read/read-manifest.ts";
import type { KnownPages, SiteState } from "./read-site-state.ts";
import { refuseUsed } from "./remove-objects.ts";

/** Refuses `in_use` if episodes belong to seasons that a podcast of the manifest has no more. */
export const requireUnusedSeasons = (
  { pages }: Pick<Manifest, "pages">,
  { parents }: SiteState,
  { listings }: KnownPages,
): void => {
  const ids = new Map<number, string>();
  for (const node of allPages(pages)) {
    const keys = new Set(seasonsIn(node).map(({ key }) => key));
    const stored = parents.find(({ path }) => path === node.path)?.page.seasons ?? [];
    for (const { id, key } of stored) if (!keys.has(key)) ids.set(id, `season ${node.path} ${key}`);
  }
  if (ids.size === 0) return;
  const episodes = [...listings.byId.values()].filter(({ latest }) => ids.has(latest.season ?? 0));
  const used = new Set(episodes.map(({ latest }) => ids.get(latest.season ?? 0) ?? ""));
  refuseUsed(
    [...used],
    episodes.map(({ id }) => id),
    [],
  );
};
