import type { PageNode } from "#lib/manifest/read/read-manifest.ts";
import { seasonsIn, unnamedSeasons } from "#lib/manifest/read/seasons.ts";
import type { Season } from "#lib/pages/page.ts";
import type { Run } from "./run.ts";

/**
 * The seasons that a podcast shall have, by number: those of the file, which are matched by key, and the
 * stored ones that it does not name, if they stay. New ones get fresh ids.
 */
export const desiredSeasons = async (
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
