import { atomFeed } from "#lib/feeds/atom.ts";
import type { FeedDocument } from "#lib/feeds/feed.ts";
import { blogForms, documentName, type FeedForm, feedPath, feedTypes } from "#lib/feeds/feed-names.ts";
import { jsonFeed } from "#lib/feeds/json-feed.ts";
import { rssFeed } from "#lib/feeds/rss.ts";
import type { AudioFormat } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { formatsAmong } from "#lib/surfaces/content/podcast-episodes.ts";
import { type FeedPost, feedEpisode, feedItem } from "./feed-item.ts";
import { feedOfBlog } from "./feed-of-blog.ts";
import type { Chunk } from "./feed-plan.ts";
import { type FeedScene, feedDigest, type ShownWith, watchedContext } from "./feed-scene.ts";

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

/** What a chunk's documents are made from beside its posts. */
export interface ChunkContext {
  readonly scene: FeedScene;
  readonly blog: Listing;
  readonly companionsOf: (episodeId: number) => readonly string[];
}

/**
 * The documents that show these posts, the newest first: RSS, Atom and JSON, or RSS for each audio format.
 */
export const chunkDocuments = (
  chunk: Chunk,
  posts: readonly FeedPost[],
  { scene, blog, companionsOf }: ChunkContext,
): ChunkDocuments => {
  const { archive, older } = chunk;
  const { context, shownWith } = watchedContext(scene);
  const { media } = context.reading;
  const around = { context, categories: scene.site.categories, blog, companionsOf };
  const items = new Map(posts.map((post) => [post, feedItem(post, around)]));
  const contentOf = (form: FeedForm, format: AudioFormat | null): DocumentContent => {
    const shown = format === null ? posts : posts.filter(({ listing }) => hasFormat(listing, format, media));
    const listings = shown.map(({ listing }) => listing);
    const urlOf = (number: number | null) => `${scene.base}/${feedPath(blog.id, documentName(form, number))}`;
    return {
      feed: feedOfBlog(blog, listings, scene.site.settings, context),
      items: shown.map((post) => ({
        ...items.get(post)!,
        episode: format && feedEpisode(post, format, around),
      })),
      selfUrl: urlOf(archive),
      hubUrl: archive === null ? scene.site.settings.websubHub : null,
      currentUrl: archive === null ? null : urlOf(null),
      olderUrl: older === null ? null : urlOf(older),
    };
  };
  const formats = formatsAmong(
    posts.map(({ listing }) => listing),
    media,
  );
  const contents =
    blog.kind === "podcast"
      ? formats.map((format) => ({ form: format, content: contentOf(format, format) }))
      : blogForms.map((form) => ({ form, content: contentOf(form, null) }));
  const from = feedDigest(scene, blog.id, chunk, shownWith());
  const documents = contents.map(({ form, content }) => ({
    name: documentName(form, archive),
    contentType: `${feedTypes[form]}; charset=utf-8`,
    body: writerOf(form)({ ...content, digest: from }),
  }));
  return { documents, shownWith: shownWith(), from };
};

type DocumentContent = Omit<FeedDocument, "digest">;

const hasFormat = (episode: Listing, format: AudioFormat, media: MediaLookup): boolean =>
  formatsAmong([episode], media).includes(format);

const writerOf = (form: FeedForm): ((document: FeedDocument) => string) =>
  form === "atom" ? atomFeed : form === "json" ? jsonFeed : rssFeed;
