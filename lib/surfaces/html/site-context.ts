import { isStranger, viewerOf } from "#lib/access/principal.ts";
import { lockedCollection } from "#lib/access/visible-media.ts";
import { cached } from "#lib/cached.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { menuPages } from "#lib/catalog/pages/menu-pages.ts";
import type { Request } from "#lib/http/request.ts";
import type { Image } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog, isWritten } from "#lib/pages/page.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { PostFilterName } from "#lib/queries/post-filter-names.ts";
import type { SitePageQuery } from "#lib/queries/site-page-queries.ts";
import { RepeatCache } from "#lib/repeat-cache.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { isIndexed, postFilters } from "#lib/settings/site.ts";
import type { Site } from "#lib/site/site.ts";
import { accountOf } from "#lib/surfaces/accounts/page-frame.ts";
import type { PageContext } from "#lib/surfaces/content/page.ts";
import { type PageRequest, pageContextFor } from "#lib/surfaces/content/page-context.ts";
import type {
  Account,
  ListedPost,
  PageLink,
  PostHead,
  SiteFrame,
  ThemeChoice,
} from "#lib/themes/page-parts.ts";
import type { BlogPage, KeptHtml, PostPage, SitePage } from "#lib/themes/theme.ts";
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
  /** The pages that are no posts and have a place in the menu. */
  readonly menu: readonly PageLink[];
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
    menu: menuPages(catalog.pages, viewer).map((page) => ({
      title: page.title,
      url: context.addressOf(page),
    })),
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
  const { base, addressOf, feedsOf, site, reading } = context;
  const blog = isBlog(page) ? page : isWritten(page) ? blogAbove(page, context) : undefined;
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

/** The blog that something is below; undefined below a home page, and where the visitor does not see it. */
export const blogAbove = ({ id }: Listing, { catalog, viewer }: SiteContext): Listing | undefined => {
  const parent = catalog.parent(id, viewer);
  return parent && isBlog(parent) ? parent : undefined;
};

/** The frame of the site around the page. */
export const siteFrameOf = (page: Listing, context: SiteContext): SiteFrame => {
  const { site, reading, addressOf, account, themesOn, menu } = context;
  return siteFrame(site.settings, reading.media, addressOf(page), {
    ...{ account, themes: themesOn(page), menu },
  });
};

/** A podcast's artwork, if the visitor may see it. */
export const artworkOf = ({ podcast }: Listing, { reading }: Pick<SiteContext, "reading">): Image | null =>
  (podcast?.artwork && reading.media("image", podcast.artwork)) || null;

export const linkTo = (page: Listing, { addressOf }: SiteContext): PageLink => ({
  title: page.title,
  url: addressOf(page),
});

/** The page of a post without comments, and without what each visitor is shown of the site. */
export type UncommentedPost = Omit<PostPage, "site" | "comments" | "commenting">;

/** Parts of pages that strangers were shown, who all see the same in one theme and state of the catalog. */
export interface KeptParts {
  /** The entry of a post in lists, kept by the post's id. */
  readonly entry: (postId: number, make: () => ListedPost) => ListedPost;
  readonly post: (postId: number, make: () => UncommentedPost) => UncommentedPost;
  /** The filters of a list, kept by its address. */
  readonly narrowing: (listUrl: string, make: () => ShownNarrowing) => ShownNarrowing;
  readonly html: KeptHtml;
}

/** Some eight kilobytes each, with their HTML. */
const maxEntries = 1_000;
const maxPosts = 1_000;
const maxNarrowings = 50;
/** The most combinations of origin and theme. */
const maxViews = 10;

const viewsByState = new WeakMap<object, Map<string, KeptParts>>();

/**
 * The parts that were kept in a state of the catalog. Ask for the state before anything that parts are made
 * of.
 */
export const keptPartsAt = (state: object, view: string): KeptParts => {
  const views = viewsByState.get(state) ?? new Map<string, KeptParts>();
  viewsByState.set(state, views);
  return cached(views, maxViews, view, newParts);
};

const newParts = (): KeptParts => {
  const entries = new RepeatCache<number, ListedPost>(maxEntries);
  const posts = new RepeatCache<number, UncommentedPost>(maxPosts);
  const narrowings = new Map<string, ShownNarrowing>();
  const htmlByPart = new WeakMap<object, SafeHtml>();
  return {
    entry: (postId, make) => entries.get(postId, make),
    post: (postId, make) => posts.get(postId, make),
    narrowing: (listUrl, make) => cached(narrowings, maxNarrowings, listUrl, make),
    html: (shown, write) => {
      const known = htmlByPart.get(shown);
      if (known !== undefined) return known;
      const html = write();
      htmlByPart.set(shown, html);
      return html;
    },
  };
};

/** The ways to narrow a list of posts, and the chosen ones. */
export interface ShownNarrowing extends Pick<BlogPage, "form" | "chosen" | "facets"> {
  /** True if a public post of the blog has the tag that was asked for. */
  readonly knowsTag: boolean;
}
