import type { ManifestSeason } from "#lib/manifest/schema.ts";
import type { Season } from "#lib/pages/page.ts";
import type { PageNode } from "./read-manifest.ts";

/** Empty for other pages than podcasts. */
export const seasonsIn = ({ value }: PageNode): readonly ManifestSeason[] =>
  value.type === "site.Podcast" ? (value.seasons ?? []) : [];

export const unnamedSeasons = (node: PageNode, stored: readonly Season[]): Season[] => {
  const named = new Set(seasonsIn(node).map(({ key }) => key));
  return stored.filter(({ key }) => !named.has(key));
};
