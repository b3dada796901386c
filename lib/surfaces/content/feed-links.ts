import { visibleMedia } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { blogForms, documentName, type FeedForm, feedPath, feedTypes } from "#lib/feeds/feed-names.ts";
import { type AudioFormat, audioFormat, byAudioFormat } from "#lib/media/audio-formats.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import type { Collection } from "#lib/site/site.ts";
import type { FeedLink } from "#lib/themes/page-parts.ts";
import { formatsAmong, publicEpisodes } from "./podcast-episodes.ts";

const formNames: Readonly<Record<FeedForm, string>> = {
  rss: "RSS",
  atom: "Atom",
  json: "JSON Feed",
  ...byAudioFormat((format) => audioFormat(format).title),
};

interface FeedLinksSource {
  readonly catalog: Catalog;
  readonly collections: readonly Collection[];
  /** The origin of the addresses, without a trailing slash. */
  readonly base: string;
}

/** The feeds of a blog or podcast, with absolute addresses; none where strangers may not see it. */
export const feedLinks = (
  blog: Listing,
  { catalog, collections, base }: FeedLinksSource,
): readonly FeedLink[] => {
  if (!catalog.page(blog.id, anonymousViewer)) return [];
  const forms = blog.kind === "podcast" ? audioFormatsOf(blog.id, catalog, collections) : blogForms;
  return forms.map((form) => ({
    title: `${blog.title} (${formNames[form]})`,
    url: `${base}/${feedPath(blog.id, documentName(form))}`,
    type: feedTypes[form],
  }));
};

/** Formats of podcasts by page id, for as long as the catalog's state lasts that they were found in. */
const knownFormats = new WeakMap<object, Map<number, readonly AudioFormat[]>>();

const audioFormatsOf = (
  podcastId: number,
  catalog: Catalog,
  collections: readonly Collection[],
): readonly AudioFormat[] => {
  const known = knownFormats.get(catalog.state) ?? new Map<number, readonly AudioFormat[]>();
  knownFormats.set(catalog.state, known);
  const found = known.get(podcastId);
  if (found) return found;
  const media = visibleMedia(catalog.media, anonymousViewer, collections);
  const formats = formatsAmong(catalog.listingsOf(publicEpisodes(catalog, podcastId)), media);
  known.set(podcastId, formats);
  return formats;
};
