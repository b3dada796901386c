import type { Catalog } from "#lib/catalog/catalog.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { SiteSettings } from "#lib/site/site.ts";
import type { PageSurroundings } from "./page.ts";

/** What the pages of one answer are shown with; `absoluteLinks` says how links between pages are written. */
export const pageSurroundings = (
  catalog: Catalog,
  viewer: Viewer,
  settings: SiteSettings,
  requestOrigin: string,
  absoluteLinks: boolean,
): PageSurroundings => {
  const base = settings.baseUrl ?? requestOrigin;
  const slugsBelowHome = remembering((id): readonly string[] => {
    const page = catalog.listingById(id);
    return page ? [...slugsOfParent(page), page.slug] : [];
  });
  const slugsOfParent = (page: Listing) =>
    page.ancestors.length > 2 ? slugsBelowHome(page.parentId ?? 0) : [];
  const addressOf = (page: Listing) =>
    publicUrl(page.kind === "home" ? [] : [...slugsOfParent(page), page.slug]);
  return {
    base,
    locale: settings.locale,
    addressOf,
    parentOf: (page) => catalog.parent(page.id, viewer),
    linkTo: (pageId) => {
      const target = catalog.listingById(pageId);
      if (!target?.live) return undefined;
      return absoluteLinks ? `${base}${addressOf(target)}` : addressOf(target);
    },
    media: catalog.media,
  };
};

/** The slugs from below the root to a page, such as `/home/notes`: how manifests and commands name pages. */
export const treePath = (catalog: Catalog, page: Listing): string =>
  [...page.ancestors.slice(1).map((id) => catalog.listingById(id)?.slug ?? ""), page.slug]
    .map((slug) => `/${slug}`)
    .join("");

/** Asks once per page. */
const remembering = <Value>(ask: (id: number) => Value) => {
  const known = new Map<number, Value>();
  return (id: number): Value => {
    const value = known.get(id) ?? ask(id);
    known.set(id, value);
    return value;
  };
};
