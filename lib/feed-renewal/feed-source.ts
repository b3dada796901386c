import { createHash } from "node:crypto";
import { visibleMedia } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { PagesAndMedia } from "#lib/catalog/frozen-catalog.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { variable } from "#lib/settings/environment.ts";
import type { Site } from "#lib/site/site.ts";
import type { PageContext } from "#lib/surfaces/content/page.ts";
import { pageAddresses } from "#lib/surfaces/content/page-context.ts";
import type { Chunk } from "./feed-plan.ts";

/** The source of feeds: the site as its readers see it, and its address. */
export interface FeedSource {
  readonly catalog: PagesAndMedia;
  /** The catalog itself, which may have moved on: for what is kept by versions and revisions. */
  readonly live: Catalog;
  readonly site: Site;
  /** The origin of all addresses, without a trailing slash. */
  readonly base: string;
  /** Whose audios are shown; strangers' by default. Readers' programs fetch pictures as strangers do. */
  readonly listener?: Viewer;
}

/** The context in which feeds show posts: links and addresses of files are absolute. */
export type FeedContext = Pick<PageContext, "base" | "addressOf" | "reading">;

/** Ids of pages and media that something was shown with, whether they exist or not. */
export interface ShownWith {
  readonly pages: readonly number[];
  readonly media: readonly (readonly [MediaKind, number])[];
}

/** A context that remembers what posts were shown with. */
export const watchedContext = (
  source: FeedSource,
): { readonly context: FeedContext; readonly shownWith: () => ShownWith } => {
  const { catalog, site, base } = source;
  const pages = new Set<number>();
  const media = new Map<string, readonly [MediaKind, number]>();
  const visible = readersMedia(source);
  const addressOf = pageAddresses(catalog);
  const context: FeedContext = {
    base,
    addressOf,
    reading: {
      locale: site.settings.locale,
      timezone: site.settings.timezone,
      customBlocks: knownBlocks(),
      fileUrl: (file) => base + fileUrl(file),
      media: (kind, id) => {
        media.set(`${kind} ${id}`, [kind, id]);
        return visible(kind, id);
      },
      pageUrl: (id) => {
        const page = catalog.listingById(id);
        for (const each of [id, ...(page?.ancestors ?? [])]) pages.add(each);
        return page?.live ? base + addressOf(page) : undefined;
      },
    },
  };
  return { context, shownWith: () => ({ pages: [...pages], media: [...media.values()] }) };
};

/** The media of the site that strangers may see. */
export const strangersMedia = ({ catalog, site }: FeedSource): MediaLookup =>
  visibleMedia(catalog.media, anonymousViewer, site.collections);

const readersMedia = (source: FeedSource): MediaLookup => {
  const { catalog, site, listener } = source;
  const [pictures, audios] = [
    strangersMedia(source),
    listener ? visibleMedia(catalog.media, listener, site.collections) : strangersMedia(source),
  ];
  return (kind, id) => (kind === "audio" ? audios(kind, id) : pictures(kind, id));
};

/** Raise this when the same content makes other documents: then all are made again. */
export const documentForm = 7;

/**
 * A digest of everything that a chunk's documents are made from, but for what its posts say, which the
 * numbers of their public revisions stand for. It has nothing that documents do not show, so that a comment,
 * a draft or another setting renews no feed. Reads nothing but the catalog, so an unchanged feed costs no
 * request.
 */
export const feedDigest = (
  source: FeedSource,
  blogId: number,
  { archive, older, postIds }: Chunk,
  { pages, media }: ShownWith,
): string => {
  const { catalog, site, base } = source;
  const visible = strangersMedia(source);
  const blog = catalog.listingById(blogId);
  const posts = catalog.listingsOf(postIds);
  const categoryIds = new Set(posts.flatMap(({ categories = [] }) => categories));
  const { locale, timezone, theme, logo, websubHub } = site.settings;
  const digest = createHash("sha256");
  const add = (value: unknown) => digest.update(`${JSON.stringify(value)}\n`);
  add([documentForm, base, older, locale, timezone, theme, logo, variable("SITE_POST_BODY_BLOCKS")]);
  add(archive === null && websubHub);
  add(blog && [blog.id, blog.uuid, blog.kind, blog.slug, blog.title, blog.description, blog.theme]);
  add(blog && [blog.searchDescription, blog.lastPublishedAt, blog.seasons, blog.podcast]);
  add((blog?.ancestors ?? []).map((id) => catalog.listingById(id)?.slug));
  add(site.categories.filter(({ id }) => categoryIds.has(id)));
  for (const id of pages) {
    const page = catalog.listingById(id);
    add(page?.live && [page.slug, page.ancestors]);
  }
  for (const [kind, id] of media) add(visible(kind, id) && catalog.mediaVersionOf(kind, id));
  for (const { id, uuid, slug, liveRevisionId, lastPublishedAt, podcastAudio } of posts)
    add([id, uuid, slug, liveRevisionId, lastPublishedAt, podcastAudio]);
  return digest.digest("base64url");
};
