import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import type { FeedItem } from "#lib/feeds/feed.ts";
import { documentName, type PodcastForm, privateFeedUrl } from "#lib/feeds/feed-names.ts";
import { rssDocument, rssItem } from "#lib/feeds/rss.ts";
import type { Xml } from "#lib/feeds/xml.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { isPostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { podcastFormsAmong, visibleEpisodes } from "#lib/surfaces/content/podcast-episodes.ts";
import { type FeedPost, feedEpisode, feedItem, feedOfBlog } from "./feed-of-blog.ts";
import { type FeedSource, watchedContext } from "./feed-source.ts";

/** A podcast as one person hears it, and the secret in the addresses of the feed. */
export interface PrivateFeedSource extends FeedSource {
  readonly podcast: Listing;
  readonly form: PodcastForm;
  readonly secret: string;
  readonly listener: Viewer;
}

/**
 * The most bytes of all items, as JSON: Lambda sends six megabytes. Older episodes are left out beyond that.
 */
const maxBytes = 5_500_000;

const attempts = 10;

/**
 * The feed of a podcast for one person, from the site as it is: nothing is stored. One request per 100
 * episodes whose contents the process does not have.
 */
export const privateFeedDocument = async (source: PrivateFeedSource): Promise<string> => {
  const { podcast, form, secret, site, base } = source;
  const { context } = watchedContext(source);
  const posts = await heardPosts(source, context.reading.media);
  const around = { context, categories: site.categories, blog: podcast, companionsOf: () => [] };
  const items: Xml[] = [];
  const shown: Listing[] = [];
  const trailers: FeedItem[] = [];
  let bytes = 0;
  for (const post of posts) {
    const episode = feedEpisode(post, form, around);
    if (!episode) continue;
    const url = privateFeedUrl(base, secret, `${post.listing.id}.${episode.format}`);
    const enclosure = { ...episode.enclosure, url };
    const heard = { ...feedItem(post, around), episode: { ...episode, enclosure, alternatives: [] } };
    const item = rssItem(heard);
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > maxBytes) break;
    items.push(item);
    shown.push(post.listing);
    if (episode.type === "trailer") trailers.push(heard);
    // Many episodes take long to write, and others wait meanwhile.
    await nextTurn();
  }
  const head = {
    feed: feedOfBlog(podcast, shown, site.settings, context),
    selfUrl: privateFeedUrl(base, secret, documentName(form)),
    ...{ hubUrl: null, currentUrl: null, olderUrl: null, isBlocked: true },
  };
  const digest = createHash("sha256").update(items.join("\n")).digest("base64url");
  return rssDocument({ ...head, digest, trailers }, items);
};

/** The episodes that the listener may hear in the form of the feed, the newest first, with what they say. */
const heardPosts = async (
  { live, podcast, form, listener }: PrivateFeedSource,
  media: MediaLookup,
): Promise<readonly FeedPost[]> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const listings = live
      .listingsOf(visibleEpisodes(live, podcast.id, listener))
      .filter((episode) => podcastFormsAmong([episode], media).includes(form));
    const contents = await readPublicContents(listings, { body: true, comments: false }, live);
    if (contents)
      return listings.flatMap((listing, index) => {
        const content = contents[index]?.content;
        return content && isPostContent(content) ? [{ listing, content }] : [];
      });
  }
  throw new Refusal("busy");
};
