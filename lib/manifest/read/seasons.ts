import type { ManifestSeason } from "#lib/manifest/schema.ts";
import type { Season } from "#lib/pages/page.ts";
import type { PageNode } from "./read-manifest.ts";

/** The seasons that the file gives a page; none to anything but a podcast. */
export const seasonsIn = ({ value }: PageNode): readonly ManifestSeason[] =>
  value.type === "site.Podcast" ? (value.seasons ?? []) : [];

/** The stored seasons of a podcast that the file does not name. */
export const unnamedSeasons = (node: PageNode, stored: readonly Season[]): Season[] => {
  const named = new Set(seasonsIn(node).map(({ key }) => key));
  return stored.filter(({ key }) => !named.has(key));
};
