import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { CatalogPages, PageParts } from "./catalog-pages.ts";
import { everywhere } from "./columns.ts";

/** The most pages that a menu has beside the site's navigation. */
const maxMenuPages = 20;

/** The pages that are no posts, that menus have and that the viewer may see, in tree order. */
export const menuPages = (pages: CatalogPages, viewer: Viewer): readonly Listing[] => {
  const { rows, columns } = pages.parts;
  const seen = columns.select(pages.derived(idsInMenus), everywhere, columns.gateOf(viewer));
  return rows.listings(seen.slice(0, maxMenuPages));
};

/** Drafts, too. Cost: reads all such pages. */
const idsInMenus = ({ rows, columns }: PageParts): readonly number[] =>
  rows.listings(columns.idsOf(["page"])).flatMap(({ id, showInMenus }) => (showInMenus ? [id] : []));
