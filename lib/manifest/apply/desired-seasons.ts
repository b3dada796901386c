import type { PageNode } from "#lib/manifest/read/read-manifest.ts";
import { seasonsIn, unnamedSeasons } from "#lib/manifest/read/seasons.ts";
import type { Season } from "#lib/pages/page.ts";
import type { Run } from "./run.ts";

/** The seasons of a podcast by number: those of the file, matched by key, and unnamed ones if they stay. */
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
