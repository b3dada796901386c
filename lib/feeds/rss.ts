import { certain } from "#lib/certain.ts";
import { chapterTime } from "#lib/media/chapters.ts";
import { firstWordsIn } from "#lib/pages/opening.ts";
import { episodeNotes } from "./episode-notes.ts";
import type {
  Feed,
  FeedDocument,
  FeedEpisode,
  FeedItem,
  FeedPerson,
  FeedPicture,
  PodcastFeed,
} from "./feed.ts";
import { element, emptyElement, lines, parent, type Xml, xmlDocument } from "./xml.ts";

/**
 * A document of a feed as RSS 2.0: a blog's with whole posts, a podcast's with what Apple's rules for shows,
 * the podcast namespace and Podlove's simple chapters say of it and its episodes.
 */
export const rssFeed = (document: FeedDocument): string =>
  rssDocument(
    document,
    document.items.map((item) => rssItem(item)),
  );

/** Writes a document of items that are written already. */
export const rssDocument = (document: Omit<FeedDocument, "items">, items: readonly Xml[]): string => {
  const { feed, selfUrl, hubUrl, currentUrl, olderUrl, isBlocked = false, trailers = [] } = document;
  const { podcast } = feed;
  const channel = parent("channel", [
    element("title", feed.title),
    element("link", feed.pageUrl),
    // RSS demands a description, also of a blog that has none.
    element("description", feed.description || feed.title),
    element("language", feed.language),
    element("generator", "Lectern"),
    element("lastBuildDate", rfc822(feed.updatedAt)),
    emptyElement("atom:link", { rel: "self", type: "application/rss+xml", href: selfUrl }),
    hubUrl === null ? null : emptyElement("atom:link", { rel: "hub", href: hubUrl }),
    currentUrl === null ? null : emptyElement("atom:link", { rel: "current", href: currentUrl }),
    olderUrl === null ? null : emptyElement("atom:link", { rel: "prev-archive", href: olderUrl }),
    currentUrl === null ? null : emptyElement("fh:archive", {}),
    isBlocked ? element("itunes:block", "yes") : null,
    ...(podcast ? showElements(feed, podcast) : [feed.picture && channelImage(feed)]),
    ...trailers.map(trailerElement),
    ...items,
  ]);
  return xmlDocument(
    parent("rss", [channel], { version: "2.0", ...namespaces(podcast !== null) }),
    document.digest,
  );
};

const namespaces = (isPodcast: boolean): Readonly<Record<string, string>> => ({
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:fh": "http://purl.org/syndication/history/1.0",
  ...(isPodcast && {
    "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
    "xmlns:psc": "http://podlove.org/simple-chapters",
  }),
});

const channelImage = ({ title, pageUrl, picture }: Feed): Xml =>
  parent("image", [element("url", certain(picture).url), element("title", title), element("link", pageUrl)]);

const showElements = (feed: Feed, podcast: PodcastFeed): (Xml | null)[] => [
  podcast.copyright === "" ? null : element("copyright", podcast.copyright),
  feed.picture && channelImage(feed),
  feed.picture && emptyElement("itunes:image", { href: feed.picture.url }),
  feed.picture && artworkImage(feed.picture),
  podcast.subtitle === "" ? null : element("itunes:subtitle", podcast.subtitle),
  element("itunes:summary", feed.description || feed.title),
  podcast.author === "" ? null : element("itunes:author", podcast.author),
  podcast.owner &&
    parent("itunes:owner", [
      element("itunes:name", podcast.owner.name),
      element("itunes:email", podcast.owner.email),
    ]),
  element("itunes:explicit", String(podcast.explicit)),
  element("itunes:type", podcast.type),
  ...podcast.categories.map(({ name, subcategory }) =>
    subcategory === null
      ? emptyElement("itunes:category", { text: name })
      : parent("itunes:category", [emptyElement("itunes:category", { text: subcategory })], { text: name }),
  ),
  element("podcast:guid", podcast.guid),
  element("podcast:medium", "podcast"),
  element("podcast:locked", podcast.locked ? "yes" : "no", { owner: podcast.owner?.email ?? null }),
  ...namespaceElements(podcast),
  ...podcast.funding.map(({ url, text }) => element("podcast:funding", text, { url })),
  ...podcast.persons.map(personElement),
];

const artworkImage = ({ url, width, height }: FeedPicture): Xml =>
  emptyElement("podcast:image", { href: url, purpose: "artwork", "aspect-ratio": "1/1", width, height });

const namespaceElements = ({
  license,
  location,
  updateFrequency: frequency,
  txt = [],
  newFeedUrl = "",
}: PodcastFeed): (Xml | null)[] => [
  newFeedUrl === "" ? null : element("itunes:new-feed-url", newFeedUrl),
  license ? element("podcast:license", license.name, { url: license.url || null }) : null,
  location
    ? element("podcast:location", location.name, { geo: location.geo || null, osm: location.osm || null })
    : null,
  frequency ? element("podcast:updateFrequency", frequency.text, { rrule: frequency.rrule || null }) : null,
  ...txt.map(({ text, purpose }) => element("podcast:txt", text, { purpose: purpose || null })),
];

const trailerElement = ({ title, publishedAt, episode }: FeedItem): Xml | null => {
  if (!episode) return null;
  const { enclosure, season } = episode;
  const { url, bytes, type } = enclosure;
  return element("podcast:trailer", title, {
    ...{ pubdate: rfc822(publishedAt), url, length: bytes, type },
    season: season?.number ?? null,
  });
};

const personElement = ({ name, role, group, link, pictureUrl }: FeedPerson): Xml =>
  element("podcast:person", name, { role, group, href: link, img: pictureUrl });

/** An item; `post` is what {@link rssPost} gives of it. */
export const rssItem = (item: FeedItem, post = rssPost(item)): Xml =>
  parent("item", [post, ...episodeElements(item)]);

/**
 * The part of an item that is the same in the feeds of all audio formats: most of it, so it is written once.
 * An episode has it before its audio is known, which differs by format.
 */
export const rssPost = (item: FeedItem, isEpisode = item.episode !== null): Xml =>
  lines([
    element("title", item.title),
    element("link", item.url),
    element("guid", item.guid ?? item.uuid, { isPermaLink: "false" }),
    element("pubDate", rfc822(item.publishedAt)),
    item.language === null ? null : element("dc:language", item.language, dublinCore),
    ...item.terms.map((term) => element("category", term)),
    element("description", (isEpisode && episodeNotes(item.html)) || summaryOf(item) || item.title),
    element("content:encoded", item.html),
  ]);

/** Few feeds have items in several languages, so that only these name it. */
const dublinCore = { "xmlns:dc": "http://purl.org/dc/elements/1.1/" };

const textElement = (name: string, text: string): Xml | null => (text === "" ? null : element(name, text));

/** What lists of items show: the summary, else the beginning of the post. */
const summaryOf = ({ summary, html }: FeedItem): string => summary || firstWordsIn(html);

const episodeElements = (item: FeedItem): (Xml | null)[] => {
  const { title, episode } = item;
  if (!episode) return [];
  const { enclosure, seconds, subtitle, number, season, keywords } = episode;
  return [
    emptyElement("enclosure", { url: enclosure.url, length: enclosure.bytes, type: enclosure.type }),
    ...episode.alternatives.map(({ url, bytes, type }) =>
      parent("podcast:alternateEnclosure", [emptyElement("podcast:source", { uri: url })], {
        type,
        length: bytes,
      }),
    ),
    element("itunes:title", title),
    subtitle === "" ? null : element("itunes:subtitle", subtitle),
    textElement("itunes:summary", summaryOf(item)),
    episode.artwork && emptyElement("itunes:image", { href: episode.artwork.url }),
    episode.artwork && artworkImage(episode.artwork),
    seconds === null ? null : element("itunes:duration", Math.round(seconds)),
    element("itunes:explicit", String(episode.explicit)),
    element("itunes:episodeType", episode.type),
    season && element("itunes:season", season.number),
    season && element("podcast:season", season.number, { name: season.name || null }),
    number === null ? null : element("itunes:episode", number),
    number === null ? null : element("podcast:episode", number),
    keywords === "" ? null : element("itunes:keywords", keywords),
    ...episode.persons.map(personElement),
    episode.isBlocked ? element("itunes:block", "Yes") : null,
    ...episode.soundbites.map(({ startSeconds, durationSeconds, title }) =>
      element("podcast:soundbite", title, { startTime: startSeconds, duration: durationSeconds }),
    ),
    ...chapterElements(episode),
    ...episode.transcripts.map(({ url, type }) => emptyElement("podcast:transcript", { url, type })),
  ];
};

const chapterElements = ({ chapters, chaptersUrl }: FeedEpisode): (Xml | null)[] => {
  if (chapters.length === 0) return [];
  return [
    chaptersUrl === null
      ? null
      : emptyElement("podcast:chapters", { url: chaptersUrl, type: "application/json+chapters" }),
    parent(
      "psc:chapters",
      chapters.map(({ startSeconds, title, link, image }) =>
        emptyElement("psc:chapter", {
          start: chapterTime(startSeconds),
          title,
          href: link || null,
          image: image || null,
        }),
      ),
      { version: "1.2" },
    ),
  ];
};

/** An instant as RSS writes dates: `Fri, 02 Jan 2026 03:04:05 +0000`. */
const rfc822 = (instant: string): string => new Date(instant).toUTCString().replace("GMT", "+0000");
