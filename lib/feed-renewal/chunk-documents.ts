import { atomFeed } from "#lib/feeds/atom.ts";
import type { FeedDocument, FeedItem } from "#lib/feeds/feed.ts";
import {
  type BlogForm,
  blogForms,
  documentName,
  type FeedForm,
  feedPath,
  feedTypes,
  type PodcastForm,
} from "#lib/feeds/feed-names.ts";
import { jsonFeed } from "#lib/feeds/json-feed.ts";
import { rssDocument, rssFeed, rssItem, rssPost } from "#lib/feeds/rss.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { podcastFormsAmong } from "#lib/surfaces/content/podcast-episodes.ts";
import { type FeedPost, feedEpisode, feedItem, feedOfBlog } from "./feed-of-blog.ts";
import type { Chunk } from "./feed-plan.ts";
import { type FeedSource, feedDigest, type ShownWith, watchedContext } from "./feed-source.ts";
import type { Pause } from "./feed-state.ts";

/** A document of a feed, by its name within the feed. */
export interface NamedDocument {
  readonly name: string;
  readonly contentType: string;
  readonly body: string;
}

/** The documents of a chunk, what they were shown with, and a digest of all that they were made from. */
export interface ChunkDocuments {
  readonly documents: readonly NamedDocument[];
  readonly shownWith: ShownWith;
  readonly from: string;
}

/** The source of a chunk's documents, beside its posts. */
export interface ChunkContext {
  readonly source: FeedSource;
  readonly blog: Listing;
  readonly companionsOf: (episodeId: number) => readonly string[];
}

/**
 * The documents that show these posts, the newest first: RSS, Atom and JSON, or RSS for each form.
 * Pauses after each post, so that a podcast of many episodes keeps no request waiting: the source must be
 * frozen, or the documents are of two states of the site.
 */
export const chunkDocuments = async (
  chunk: Chunk,
  posts: readonly FeedPost[],
  { source, blog, companionsOf }: ChunkContext,
  pause: Pause,
): Promise<ChunkDocuments> => {
  const { archive, older } = chunk;
  const { context, shownWith } = watchedContext(source);
  const { media } = context.reading;
  const around = { context, categories: source.site.categories, blog, companionsOf };
  const urlOf = (form: FeedForm, number: number | null) =>
    `${source.base}/${feedPath(blog.id, documentName(form, number))}`;
  const headOf = (form: FeedForm, shown: readonly FeedPost[]) => ({
    feed: feedOfBlog(
      blog,
      shown.map(({ listing }) => listing),
      source.site.settings,
      context,
    ),
    selfUrl: urlOf(form, archive),
    hubUrl: archive === null ? source.site.settings.websubHub : null,
    currentUrl: archive === null ? null : urlOf(form, null),
    olderUrl: older === null ? null : urlOf(form, older),
  });
  const items = await inTurns(posts, (post) => ({ post, item: feedItem(post, around) }), pause);

  const written: { readonly form: FeedForm; readonly write: (digest: string) => string }[] = [];
  if (blog.kind === "podcast") {
    const episodes = await inTurns(
      items,
      ({ post, item }) => ({ post, item, text: rssPost(item, true) }),
      pause,
    );
    for (const form of podcastFormsAmong(
      posts.map(({ listing }) => listing),
      media,
    )) {
      const shown = episodes.filter(({ post }) => isShownIn(form, post.listing, media));
      const head = headOf(
        form,
        shown.map(({ post }) => post),
      );
      const trailers: FeedItem[] = [];
      const texts = await inTurns(
        shown,
        ({ post, item: unheard, text }) => {
          const item = { ...unheard, episode: feedEpisode(post, form, around) };
          if (item.episode?.type === "trailer") trailers.push(item);
          return rssItem(item, text);
        },
        pause,
      );
      written.push({ form, write: (digest) => rssDocument({ ...head, digest, trailers }, texts) });
    }
  } else {
    const shown = items.map(({ item }) => item);
    for (const form of blogForms) {
      const head = headOf(form, posts);
      written.push({ form, write: (digest) => writers[form]({ ...head, items: shown, digest }) });
    }
  }
  const from = feedDigest(source, blog.id, chunk, shownWith());
  const documents = await inTurns(
    written,
    ({ form, write }) => ({
      name: documentName(form, archive),
      contentType: `${feedTypes[form]}; charset=utf-8`,
      body: write(from),
    }),
    pause,
  );
  return { documents, shownWith: shownWith(), from };
};

const inTurns = async <Value, Result>(
  values: readonly Value[],
  make: (value: Value) => Result,
  pause: Pause,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (const value of values) {
    results.push(make(value));
    await pause();
  }
  return results;
};

const isShownIn = (form: PodcastForm, episode: Listing, media: MediaLookup): boolean =>
  podcastFormsAmong([episode], media).includes(form);

const writers: Readonly<Record<BlogForm, (document: FeedDocument) => string>> = {
  rss: rssFeed,
  atom: atomFeed,
  json: jsonFeed,
};
