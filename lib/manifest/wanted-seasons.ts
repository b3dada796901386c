import type { Season } from "#lib/pages/page.ts";
import type { PageNode } from "./read-manifest.ts";
import type { Run } from "./run.ts";
import type { ManifestSeason } from "./schema.ts";

/** The seasons that the file gives a page; none to anything but a podcast. */
export const seasonsIn = ({ value }: PageNode): readonly ManifestSeason[] =>
  value.type === "site.Podcast" ? (value.seasons ?? []) : [];

/**
 * The seasons that a podcast shall have, by number: those of the file, which are matched by key, and the stored ones that
 * it does not name, if they stay. New ones get fresh ids.
 */
export const wantedSeasons = async (
  node: PageNode,
  stored: readonly Season[],
  unnamedStay: boolean,
  run: Run,
): Promise<readonly Season[]> => {
  const seasons = unnamedStay ? unnamedSeasons(node, stored) : [];
  for (const { key, number, name = "" } of seasonsIn(node)) {
    const id = stored.find((season) => season.key === key)?.id ?? (await run.drawId("season"));
    seasons.push({ id, key, number, name });
  }
  return seasons.sort((a, b) => a.number - b.number);
};

/** The stored seasons of a podcast that the file does not name. */
export const unnamedSeasons = (node: PageNode, stored: readonly Season[]): Season[] => {
  const named = new Set(seasonsIn(node).map(({ key }) => key));
  return stored.filter(({ key }) => !named.has(key));
};
