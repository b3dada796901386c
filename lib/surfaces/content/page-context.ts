import { type Caller, sessionTheme, viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { embedHostsOf } from "#lib/blocks/ready/embed-hosts.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import {
  blogForms,
  documentName,
  feedPath,
  feedTypes,
  formTitles,
  type PodcastForm,
} from "#lib/feeds/feed-names.ts";
import type { Request } from "#lib/http/request.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog, isPost } from "#lib/pages/page.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import type { Rendering } from "#lib/queries/page-rendering.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { commentsEnabled } from "#lib/settings/site.ts";
import { customThemes } from "#lib/settings/themes.ts";
import type { Author, Category, Collection, Site, SiteSettings } from "#lib/site/site.ts";
import type { FeedLink } from "#lib/themes/page-parts.ts";
import { type ThemeName, themeSlug } from "#lib/themes/theme-names.ts";
import type { PageContext } from "./page.ts";
import { writtenAs } from "./page-body.ts";
import { podcastFormsAmong, publicEpisodes } from "./podcast-episodes.ts";

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
      commentsAreEnabled &&
      isPost(post) &&
      !post.commentsClosed &&
      !catalog.listingById(post.parentId ?? 0)?.commentsClosed,
    feedsOf: (blog) => feedLinks(blog, { catalog, collections: source.collections, base }),
    themeOf: themeFinder(source),
    categories: source.categories,
    authors: source.authors,
    seasonsOf: (episode) => catalog.listingById(episode.parentId ?? 0)?.seasons ?? [],
    strangersContext: (page) => (catalog.page(page.id, anonymousViewer) ? strangers() : undefined),
    embedHosts: embedHostsOf(settings),
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

/** A request for pages, with the data that they are shown from. */
export interface PageRequest {
  readonly catalog: Catalog;
  readonly site: Site;
  readonly caller: Caller;
  readonly request: Pick<Request, "origin">;
}

/** The context in which the caller sees pages. */
export const pageContextFor = (
  { catalog, site: { settings, collections, categories, authors }, caller, request }: PageRequest,
  rendering: Rendering,
): PageContext => {
  const viewer = viewerOf(caller);
  return pageContext({
    catalog,
    viewer,
    settings,
    media: visibleMedia(catalog.media, viewer, collections),
    customBlocks: knownBlocks(),
    commentsAreEnabled: commentsEnabled(),
    collections,
    categories,
    authors,
    customThemes: customThemes(),
    sessionTheme: sessionTheme(caller),
    request,
    rendering,
  });
};

/** Gives pages' site-relative addresses, with slashes at both ends; looks each page above them up once. */
export const pageAddresses = (catalog: Pick<Catalog, "listingById">): ((page: Listing) => string) => {
  const slugsBelowHome = remembering((id): readonly string[] => {
    const page = catalog.listingById(id);
    return page ? [...slugsOfParent(page), page.slug] : [];
  });
  const slugsOfParent = (page: Listing) =>
    page.ancestors.length > 2 ? slugsBelowHome(page.parentId ?? 0) : [];
  return (page) => publicUrl(page.kind === "home" ? [] : [...slugsOfParent(page), page.slug]);
};

const remembering = <Value>(ask: (id: number) => Value) => {
  const known = new Map<number, Value>();
  return (id: number): Value => {
    const value = known.get(id) ?? ask(id);
    known.set(id, value);
    return value;
  };
};

interface FeedLinksSource {
  readonly catalog: Catalog;
  readonly collections: readonly Collection[];
  /** The origin of the addresses, without a trailing slash. */
  readonly base: string;
}

/** The feeds of a blog or podcast, with absolute addresses; none where strangers may not see it. */
const feedLinks = (blog: Listing, { catalog, collections, base }: FeedLinksSource): readonly FeedLink[] => {
  if (!catalog.page(blog.id, anonymousViewer)) return [];
  const forms = blog.kind === "podcast" ? podcastFormsOf(blog.id, catalog, collections) : blogForms;
  return forms.map((form) => ({
    title: `${blog.title} (${formTitles[form]})`,
    url: `${base}/${feedPath(blog.id, documentName(form))}`,
    type: feedTypes[form],
  }));
};

/** Forms of podcasts' feeds by page id, for as long as the catalog's state lasts that they were found in. */
const knownForms = new WeakMap<object, Map<number, readonly PodcastForm[]>>();

const podcastFormsOf = (
  podcastId: number,
  catalog: Catalog,
  collections: readonly Collection[],
): readonly PodcastForm[] => {
  const known = knownForms.get(catalog.state) ?? new Map<number, readonly PodcastForm[]>();
  knownForms.set(catalog.state, known);
  const found = known.get(podcastId);
  if (found) return found;
  const media = visibleMedia(catalog.media, anonymousViewer, collections);
  const forms = podcastFormsAmong(catalog.listingsOf(publicEpisodes(catalog, podcastId)), media);
  known.set(podcastId, forms);
  return forms;
};
