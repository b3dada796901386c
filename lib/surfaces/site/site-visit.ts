import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { PostFilterName } from "#lib/queries/post-filter-names.ts";
import type { Site } from "#lib/site/site.ts";
import type { PageContext } from "#lib/surfaces/content/page.ts";
import type { PageLink, SitePage } from "#lib/themes/theme.ts";

/** Somebody's visit to the site: what its pages are made from. */
export interface Visit extends PageContext {
  readonly catalog: Catalog;
  readonly viewer: Viewer;
  readonly site: Site;
  /**
   * The collection whose password the visitor needs for what a collection holds; null where none would help.
   */
  readonly lockedCollection: (collectionId: number) => number | null;
  /** True for whoever comes back from a form after a wrong password. */
  readonly passwordWasWrong: boolean;
  /** The enhanced filters that are active. */
  readonly postFilters: ReadonlySet<PostFilterName>;
}

/** The site as every page names it. */
export const siteNamed = ({ settings }: Site): SitePage["site"] => ({ name: settings.name, url: "/" });

/** What a page of the site says of itself. */
export const sitePage = (page: Listing, { base, addressOf, site }: Visit): SitePage => ({
  site: siteNamed(site),
  url: base + addressOf(page),
  isIndexed: true,
  title: page.title,
  seoTitle: page.seoTitle,
  description: page.searchDescription,
});

/** The title and the site-relative address of a page. */
export const linkTo = (page: Listing, { addressOf }: Visit): PageLink => ({
  title: page.title,
  url: addressOf(page),
});
