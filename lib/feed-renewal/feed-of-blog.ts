import { createHash } from "node:crypto";
import { certain } from "#lib/certain.ts";
import { chaptersForm, transcriptForms } from "#lib/feeds/companions.ts";
import type { Feed, FeedEnclosure, FeedEpisode, FeedItem, FeedPerson, FeedPicture } from "#lib/feeds/feed.ts";
import { feedPath, type PodcastForm } from "#lib/feeds/feed-names.ts";
import { isRightToLeft } from "#lib/language-direction.ts";
import type { Image, MediaFile } from "#lib/media/media.ts";
import type { EpisodeContent, PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isArtwork, type Person, type PodcastDetails, podcastDefaults } from "#lib/pages/podcast.ts";
import { foreignLanguage } from "#lib/pages/text-language.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import { readableText } from "#lib/richtext/plain-text.ts";
import type { Category, SiteSettings } from "#lib/site/site.ts";
import { episodeAudio, shownFormat } from "#lib/surfaces/content/podcast-episodes.ts";
import { articleHtml } from "#lib/themes/article-html.ts";
import type { FeedContext } from "./feed-source.ts";

/** The head of a blog's feed. These posts are in the document. */
export const feedOfBlog = (
  blog: Listing,
  posts: readonly Listing[],
  settings: SiteSettings,
  context: FeedContext,
): Feed => {
  const { reading, base, addressOf } = context;
  const isPodcast = blog.kind === "podcast";
  const { guid, artwork, persons, ...details } = { ...podcastDefaults, ...blog.podcast };
  const pictureId = isPodcast ? artwork : settings.logo;
  const picture = pictureId === null ? undefined : reading.media("image", pictureId);
  const instants = [blog, ...posts].map(({ lastPublishedAt }) => lastPublishedAt ?? "");
  return {
    uuid: blog.uuid,
    title: blog.title,
    description: readableText(blog.description ?? "") || blog.searchDescription,
    language: (isPodcast && details.language) || settings.locale,
    pageUrl: base + addressOf(blog),
    picture: picture ? feedPicture(picture, context) : null,
    updatedAt: certain(instants.sort().at(-1)),
    podcast: isPodcast
      ? {
          ...details,
          guid: guid ?? podcastGuid(blog.uuid),
          persons:
            persons.length > 0 ? persons.map((person) => feedPerson(person, context)) : authorOf(details),
        }
      : null,
  };
};

/** A podcast that names no persons has its author for a host. */
const authorOf = ({ author }: Pick<PodcastDetails, "author">): readonly FeedPerson[] =>
  author === "" ? [] : [{ name: author, role: "host", group: null, link: null, pictureUrl: null }];

/** A post and what is published of it. */
export interface FeedPost {
  readonly listing: Listing;
  readonly content: PostContent | EpisodeContent;
}

/** The context of items, beside their posts. */
export interface ItemContext {
  readonly context: FeedContext;
  readonly categories: readonly Category[];
  readonly blog: Listing;
  /** The endings of the files that are stored beside an episode (`lib/feeds/companions.ts`). */
  readonly companionsOf: (episodeId: number) => readonly string[];
}

/** A post as an item of its blog's feed, without the audio that a podcast's feed has with it. */
export const feedItem = ({ listing, content }: FeedPost, { context, categories }: ItemContext): FeedItem => {
  const { reading, base, addressOf } = context;
  const article = { body: content.body, sections: ["overview", "detail"] } as const;
  const cover = content.coverImage && reading.media("image", content.coverImage.id);
  const url = base + addressOf(listing);
  // Readers' programs do not know the page that an author's address is relative to.
  const linkUrl = (address: string) => URL.parse(address, url)?.href ?? address;
  const named = categories.filter(({ id }) => content.categories.includes(id));
  return {
    uuid: listing.uuid,
    guid: content.guid ?? null,
    url,
    title: content.title,
    language: content.language ?? null,
    summary: content.searchDescription,
    html: inItsLanguage(
      foreignLanguage(content, reading.locale),
      articleHtml(article, { ...reading, linkUrl }),
    ),
    publishedAt: content.visibleDate,
    updatedAt: listing.lastPublishedAt ?? content.visibleDate,
    terms: [...named.map(({ name }) => name), ...content.tags],
    picture: cover ? feedPicture(cover, context) : null,
    episode: null,
  };
};

/** The HTML in an element that says its language and direction, where the post has a language of its own. */
const inItsLanguage = (language: string | undefined, html: string): string =>
  language ? `<div lang="${language}" dir="${isRightToLeft(language) ? "rtl" : "ltr"}">${html}</div>` : html;

/** An image as programs fetch it: the file that was uploaded, because some read neither WebP nor AVIF. */
const feedPicture = ({ file }: Image, { reading }: Pick<FeedContext, "reading">): FeedPicture => ({
  url: reading.fileUrl(file),
  width: file.width,
  height: file.height,
});

const feedPerson = (
  { name, role, group, link, image: imageId }: Person,
  { reading }: Pick<FeedContext, "reading">,
): FeedPerson => {
  const image = imageId === null ? undefined : reading.media("image", imageId);
  return {
    name,
    role: role || null,
    group: group || null,
    link: isWebAddress(link) ? link : null,
    pictureUrl: image ? reading.fileUrl(image.file) : null,
  };
};

/** The episode's part of an item in a form of the feed; null without an audio for it. */
export const feedEpisode = (
  { listing, content }: FeedPost,
  form: PodcastForm,
  { context, blog, companionsOf }: ItemContext,
): FeedEpisode | null => {
  const audio = episodeAudio(content, context.reading.media);
  const format = audio && shownFormat(audio, form);
  const file = format && audio.files[format];
  if (!audio || !file || !("podcastAudio" in content)) return null;
  const { base, reading } = context;
  const season = blog.seasons?.find(({ id }) => id === content.season);
  const companions = companionsOf(listing.id);
  const cover = content.coverImage && reading.media("image", content.coverImage.id);
  const urlOf = (suffix: string) => `${base}/${feedPath(blog.id, `${listing.id}${suffix}`)}`;
  return {
    artwork: cover && isArtwork(cover.file) ? feedPicture(cover, context) : null,
    format,
    enclosure: enclosureOf(file, context),
    alternatives:
      form === "episodes"
        ? Object.values(audio.files)
            .filter((other) => other !== file)
            .map((other) => enclosureOf(other, context))
        : [],
    seconds: audio.durationSeconds,
    subtitle: audio.subtitle ?? "",
    number: content.episodeNumber,
    season: season ? { number: season.number, name: season.name } : null,
    type: content.episodeType || "full",
    explicit: content.explicit === null ? (blog.podcast?.explicit ?? false) : content.explicit === 1,
    isBlocked: content.block,
    keywords: content.keywords,
    persons: (content.persons ?? []).map((person) => feedPerson(person, context)),
    soundbites: content.soundbites ?? [],
    chapters: audio.chapters.map((chapter) => ({
      ...chapter,
      link: isWebAddress(chapter.link) ? chapter.link : "",
      image: isWebAddress(chapter.image) ? chapter.image : "",
    })),
    chaptersUrl: companions.includes(chaptersForm.suffix) ? urlOf(chaptersForm.suffix) : null,
    transcripts: transcriptForms
      .filter(({ suffix }) => companions.includes(suffix))
      .map(({ suffix, contentType }) => ({ url: urlOf(suffix), type: contentType })),
  };
};

const enclosureOf = (file: MediaFile, { reading }: Pick<FeedContext, "reading">): FeedEnclosure => ({
  url: reading.fileUrl(file),
  bytes: file.sizeBytes,
  type: file.contentType,
});

/** The namespace of podcasts' GUIDs (podcast namespace, `guid`). */
const podcastNamespace = "ead4c236-bf58-58c6-a2c6-a6b28d128cb6";

/**
 * The GUID of a podcast that was given none: the UUIDv5 of the page's own UUID, which stays when the podcast
 * is renamed or moves to another domain.
 */
const podcastGuid = (pageUuid: string): string => {
  const namespace = Buffer.from(podcastNamespace.replaceAll("-", ""), "hex");
  const bytes = createHash("sha1").update(namespace).update(pageUuid).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
