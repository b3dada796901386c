import { visibleMedia } from "#lib/access/visible-media.ts";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { fileUrl } from "#lib/media/addresses.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog } from "#lib/pages/page.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import type { Rendering } from "#lib/queries/page-rendering.ts";
import type { Author, Category, Collection, SiteSettings } from "#lib/site/site.ts";
import { type ThemeName, themeSlug } from "#lib/themes/theme-names.ts";
import { feedLinks } from "./feed-links.ts";
import type { PageContext } from "./page.ts";
import { pageAddresses } from "./page-addresses.ts";
import { writtenAs } from "./page-body.ts";

export interface PageContextSource {
  readonly catalog: Catalog;
  readonly viewer: Viewer;
  readonly settings: SiteSettings;
  /** Knows only the media that the viewer may see. */
  readonly media: MediaLookup;
  readonly customBlocks: CustomBlocks | undefined;
  readonly commentsAreEnabled: boolean;
  readonly collections: readonly Collection[];
  readonly categories: readonly Category[];
  readonly authors: readonly Author[];
  readonly customThemes: readonly ThemeName[];
  /** The theme that the session selected; null for none. */
  readonly sessionTheme: string | null;
  readonly request: { readonly origin: string };
  readonly rendering: Rendering;
}

/** The context of the pages in one answer. In feeds, links and addresses of files are absolute. */
export const pageContext = (source: PageContextSource): PageContext => {
  const { catalog, viewer, settings, media, customBlocks, commentsAreEnabled, request, rendering } = source;
  const base = settings.baseUrl ?? request.origin;
  const linkBase = rendering.forFeed ? base : "";
  const addressOf = pageAddresses(catalog);
  const strangers = once(() => pageContext(forStrangers(source)));
  const pageUrl = (pageId: number): string | undefined => {
    const target = catalog.listingById(pageId);
    return target?.live ? linkBase + addressOf(target) : undefined;
  };
  return {
    base,
    locale: settings.locale,
    addressOf,
    parentOf: (page) => catalog.parent(page.id, viewer),
    richText: (stored) => writtenAs(rendering.richTextFormat, stored, pageUrl),
    takesComments: (post) =>
      commentsAreEnabled && !post.commentsClosed && !catalog.listingById(post.parentId ?? 0)?.commentsClosed,
    feedsOf: (blog) => feedLinks(blog, { catalog, collections: source.collections, base }),
    themeOf: themeFinder(source),
    categories: source.categories,
    authors: source.authors,
    seasonsOf: (episode) => catalog.listingById(episode.parentId ?? 0)?.seasons ?? [],
    strangersContext: (page) => (catalog.page(page.id, anonymousViewer) ? strangers() : undefined),
    reading: {
      locale: settings.locale,
      timezone: settings.timezone,
      media,
      fileUrl: (file) => linkBase + fileUrl(file),
      pageUrl,
      customBlocks,
    },
  };
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** The context for strangers, which is the same for all of them, at each host. */
const forStrangers = (source: PageContextSource): PageContextSource => ({
  ...source,
  viewer: anonymousViewer,
  media: visibleMedia(source.catalog.media, anonymousViewer, source.collections),
  sessionTheme: null,
  request: { origin: "" },
  rendering: { richTextFormat: null, theme: null, forFeed: true },
});

/** A page's theme: by the request, the session, the page's blog, or the site (contract#themes). */
const themeFinder = (source: PageContextSource): PageContext["themeOf"] => {
  const { catalog, settings, customThemes, sessionTheme, rendering } = source;
  return (page) => {
    const blogId = page && (isBlog(page) ? page.id : page.parentId);
    const blog = blogId === null ? undefined : catalog.listingById(blogId);
    return themeSlug([rendering.theme, sessionTheme, blog?.theme, settings.theme], customThemes);
  };
};

/** The slugs from below the root to a page, such as `/home/notes`, as in manifests and commands. */
export const treePath = (catalog: Catalog, page: Listing): string =>
  [...page.ancestors.slice(1).map((id) => catalog.listingById(id)?.slug ?? ""), page.slug]
    .map((slug) => `/${slug}`)
    .join("");
