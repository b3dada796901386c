import { type AudioFormat, audioFormat, audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import { feedsPath, privateFeedsPath } from "#lib/media/file-delivery.ts";
import type { PageKind } from "#lib/pages/page.ts";

/** The folder of the file store, and the path of the site, below which feeds are. */
export const feedsFolder = feedsPath.slice(1);

/** The forms of a blog's feed. */
export const blogForms = ["rss", "atom", "json"] as const;
export type BlogForm = (typeof blogForms)[number];

/** The forms of a podcast's feed: all episodes, and for each audio format those that have it. */
export type PodcastForm = "episodes" | AudioFormat;
export const podcastForms: readonly PodcastForm[] = ["episodes", ...audioFormats];

export type FeedForm = BlogForm | PodcastForm;

/** The MIME types of the forms. */
export const feedTypes: Readonly<Record<FeedForm, string>> = {
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/feed+json",
  episodes: "application/rss+xml",
  ...byAudioFormat(() => "application/rss+xml"),
};

/** What people are told that the forms are. */
export const formTitles: Readonly<Record<FeedForm, string>> = {
  rss: "RSS",
  atom: "Atom",
  json: "JSON Feed",
  episodes: "all episodes",
  ...byAudioFormat((format) => audioFormat(format).title),
};

const extensions: Readonly<Record<BlogForm, string>> = { rss: ".rss", atom: ".atom", json: ".json" };

/**
 * The name of a document of a blog's feed: `posts.rss` for the newest posts, `posts-2.rss` for the second
 * archive; `episodes.rss` for a podcast's, `mp3.rss` for those that are MP3. Names are by page id, so
 * renaming a blog moves no feed.
 */
export const documentName = (form: FeedForm, archive: number | null = null): string => {
  const number = archive === null ? "" : `-${archive}`;
  return form in extensions ? `posts${number}${extensions[form as BlogForm]}` : `${form}.rss`;
};

/** True for the name of a document that programs subscribe to, which has the newest posts. */
export const isSubscribed = (name: string): boolean => subscribed.has(name);

/** The names of these documents. */
export const feedNames = (Object.keys(feedTypes) as FeedForm[]).map((form) => documentName(form));

/** The names of documents that a page of a kind may have. */
export const feedNamesOf = (kind: PageKind): string[] => {
  if (kind === "blog") return blogForms.map((form) => documentName(form));
  return kind === "podcast" ? podcastForms.map((form) => documentName(form)) : [];
};

const subscribed = new Set(feedNames);

/** The key in the file store, and the path on the site, of something that a blog's feed consists of. */
export const feedPath = (blogId: number, name: string): string => `${feedsFolder}/${blogId}/${name}`;

/** The address of something below the secret of a private feed: `mp3.rss`, or an episode's `17.mp3`. */
export const privateFeedUrl = (base: string, secret: string, name: string): string =>
  `${base}${privateFeedsPath}/${secret}/${name}`;
