import { lockedCollection } from "#lib/access/collection-access.ts";
import { viewerOf } from "#lib/access/principal.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog, isPost } from "#lib/pages/page.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { PostFilterName } from "#lib/queries/post-filter-names.ts";
import type { SitePageQuery } from "#lib/queries/site-page-query.ts";
import { isIndexed, postFilters } from "#lib/settings/site.ts";
import type { Site } from "#lib/site/site.ts";
import { accountOf } from "#lib/surfaces/accounts/account.ts";
import type { PageContext } from "#lib/surfaces/content/page.ts";
import { type PageRequest, pageContextFor } from "#lib/surfaces/content/page-context-for.ts";
import type { Account, PageLink, PostSummary, SitePage } from "#lib/themes/theme.ts";
import { sharePicture } from "./share-picture.ts";
import { siteFrame } from "./site-frame.ts";

/** The context of the site's pages for one visitor. */
export interface Visit extends PageContext {
  readonly catalog: Catalog;
  readonly viewer: Viewer;
  readonly site: Site;
  /** Null for strangers. */
  readonly account: Account | null;
  /** The collection whose password opens this one to the visitor; null if none does. */
  readonly lockedCollection: (collectionId: number) => number | null;
  /** True if the visitor has just entered a wrong password. */
  readonly passwordWasWrong: boolean;
  readonly postFilters: ReadonlySet<PostFilterName>;
}

export const siteVisit = (
  pageRequest: PageRequest,
  { theme, passwordWasWrong }: Pick<SitePageQuery, "theme" | "passwordWasWrong">,
): Visit => {
  const { catalog, caller, site } = pageRequest;
  const viewer = viewerOf(caller);
  return {
    ...pageContextFor(pageRequest, { richTextFormat: null, forFeed: false, theme }),
    catalog,
    viewer,
    site,
    account: accountOf(caller),
    lockedCollection: (id) => lockedCollection(viewer, site.collections, id),
    passwordWasWrong,
    postFilters: postFilters(),
  };
};

/** The members that all pages of the site have; posts may have a cover. */
export const sitePage = (page: Listing, visit: Visit, cover: PostSummary["cover"] = null): SitePage => {
  const { base, addressOf, feedsOf, site, catalog, viewer, reading, account } = visit;
  const blog = isBlog(page.kind) ? page : isPost(page.kind) ? catalog.parent(page.id, viewer) : undefined;
  const imageOf = (id: number | null | undefined) => (id ? reading.media("image", id) : null);
  return {
    site: siteFrame(site.settings, reading.media, addressOf(page), account),
    url: base + addressOf(page),
    isIndexed: isIndexed(),
    feeds: blog ? feedsOf(blog) : [],
    title: page.title,
    seoTitle: page.seoTitle,
    description: page.searchDescription,
    share: sharePicture([cover, imageOf(blog?.podcast?.artwork), imageOf(site.settings.shareImage)], base),
  };
};

export const linkTo = (page: Listing, { addressOf }: Visit): PageLink => ({
  title: page.title,
  url: addressOf(page),
});
