import { isStranger, viewerOf } from "#lib/access/principal.ts";
import { lockedCollection } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Request } from "#lib/http/request.ts";
import type { Image } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog, isPost } from "#lib/pages/page.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { PostFilterName } from "#lib/queries/post-filter-names.ts";
import type { SitePageQuery } from "#lib/queries/site-page-queries.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import { isIndexed, postFilters } from "#lib/settings/site.ts";
import type { Site } from "#lib/site/site.ts";
import { accountOf } from "#lib/surfaces/accounts/page-frame.ts";
import type { PageContext } from "#lib/surfaces/content/page.ts";
import { type PageRequest, pageContextFor } from "#lib/surfaces/content/page-context-for.ts";
import type { Account, PageLink, PostHead, SiteFrame, ThemeChoice } from "#lib/themes/page-parts.ts";
import type { SitePage } from "#lib/themes/theme.ts";
import { type KeptParts, keptPartsAt } from "./kept-parts.ts";
import { sharePicture } from "./post-head.ts";
import { siteFrame, themeChoice } from "./site-frame.ts";

/** The context of the site's pages for one visitor. */
export interface SiteContext extends PageContext {
  readonly catalog: Catalog;
  readonly viewer: Viewer;
  readonly site: Site;
  /** The account; null for strangers. */
  readonly account: Account | null;
  /** The form in which the visitor chooses a theme, on a page; for null, on one with a message. */
  readonly themesOn: (page: Listing | null) => ThemeChoice;
  /** The collection whose password opens this one to the visitor; null if none does. */
  readonly lockedCollection: (collectionId: number) => number | null;
  /** True if the visitor has just entered a wrong password. */
  readonly passwordWasWrong: boolean;
  readonly postFilters: ReadonlySet<PostFilterName>;
  /** The kept parts of pages like this one; undefined for visitors who may see more than others. */
  readonly keptOn: (page: Listing) => KeptParts | undefined;
}

/** `state` is the catalog's before the site was read; without it, nothing of the pages is kept. */
export const siteContextFor = (
  pageRequest: PageRequest & { readonly request: Pick<Request, "path" | "query"> },
  { theme, passwordWasWrong }: Pick<SitePageQuery, "theme" | "passwordWasWrong">,
  state?: object,
): SiteContext => {
  const { catalog, caller, site, request } = pageRequest;
  const viewer = viewerOf(caller);
  const context = pageContextFor(pageRequest, { richTextFormat: null, forFeed: false, theme });
  return {
    ...context,
    catalog,
    viewer,
    site,
    account: accountOf(caller),
    themesOn: (page) => themeChoice(request, caller, context.themeOf(page)),
    lockedCollection: (id) => lockedCollection(viewer, site.collections, id),
    passwordWasWrong,
    postFilters: postFilters(),
    keptOn: (page) =>
      state && isStranger(caller) && !passwordWasWrong
        ? keptPartsAt(state, `${context.base} ${context.themeOf(page)}`)
        : undefined,
  };
};

/** The members that all pages of the site have; posts may have a cover. */
export const sitePage = (page: Listing, context: SiteContext, cover: PostHead["cover"] = null): SitePage => {
  const { base, addressOf, feedsOf, site, catalog, viewer, reading } = context;
  const blog = isBlog(page) ? page : isPost(page) ? catalog.parent(page.id, viewer) : undefined;
  const imageOf = (id: number | null | undefined) => (id ? reading.media("image", id) : null);
  return {
    site: siteFrameOf(page, context),
    url: base + addressOf(page),
    isIndexed: isIndexed(),
    feeds: blog ? feedsOf(blog) : [],
    title: page.title,
    seoTitle: page.seoTitle,
    description: page.searchDescription || readableText(page.description ?? ""),
    share: sharePicture([cover, blog && artworkOf(blog, context), imageOf(site.settings.shareImage)], base),
  };
};

/** The frame of the site around the page. */
export const siteFrameOf = (
  page: Listing,
  { site: { settings }, reading, addressOf, account, themesOn }: SiteContext,
): SiteFrame => siteFrame(settings, reading.media, addressOf(page), { account, themes: themesOn(page) });

/** A podcast's artwork, if the visitor may see it. */
export const artworkOf = ({ podcast }: Listing, { reading }: Pick<SiteContext, "reading">): Image | null =>
  (podcast?.artwork && reading.media("image", podcast.artwork)) || null;

export const linkTo = (page: Listing, { addressOf }: SiteContext): PageLink => ({
  title: page.title,
  url: addressOf(page),
});
