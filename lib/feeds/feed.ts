import type { AudioFormat } from "#lib/media/audio-formats.ts";
import type { PodcastDetails } from "#lib/pages/podcast.ts";
import type { Soundbite } from "#lib/pages/soundbite.ts";

/** A picture that programs fetch. */
export interface FeedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A feed, as its blog's part. Texts are plain, addresses absolute. */
export interface Feed {
  /** Stable wherever the blog moves; a UUID. */
  readonly uuid: string;
  readonly title: string;
  readonly description: string;
  /** A language tag. */
  readonly language: string;
  /** The page of the blog. */
  readonly pageUrl: string;
  readonly picture: FeedPicture | null;
  /** When the blog or one of the items changed last, an instant. */
  readonly updatedAt: string;
  /** Null for blogs that are no podcasts. */
  readonly podcast: PodcastFeed | null;
}

/** The part of a feed for podcast directories. */
export interface PodcastFeed extends Omit<PodcastDetails, "artwork" | "guid" | "persons"> {
  /** The namespace's GUID of the podcast. */
  readonly guid: string;
  readonly persons: readonly FeedPerson[];
}

/** A person who takes part; unknown members are null. */
export interface FeedPerson {
  readonly name: string;
  readonly role: string | null;
  readonly group: string | null;
  readonly link: string | null;
  readonly pictureUrl: string | null;
}

/** One post in a feed. Texts are plain, addresses absolute, instants ISO 8601 UTC. */
export interface FeedItem {
  /** Stable through renaming, publishing again and moving; a UUID. */
  readonly uuid: string;
  /** The identifier that replaces its UUID, because the post came from elsewhere. */
  readonly guid: string | null;
  readonly url: string;
  readonly title: string;
  /** Null for that of the feed. */
  readonly language: string | null;
  /** Empty for none. */
  readonly summary: string;
  /** The whole post. */
  readonly html: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
  /** Names of categories, then tags. */
  readonly terms: readonly string[];
  readonly picture: FeedPicture | null;
  /** Null for posts that are no episodes, and for those without audio. */
  readonly episode: FeedEpisode | null;
}

/** An episode in a feed, beside its post. */
export interface FeedEpisode {
  /** A square picture that directories take; null without one. */
  readonly artwork: FeedPicture | null;
  readonly format: AudioFormat;
  readonly enclosure: FeedEnclosure;
  /** The same in other formats. */
  readonly alternatives: readonly FeedEnclosure[];
  /** Null while unknown. */
  readonly seconds: number | null;
  readonly subtitle: string;
  readonly number: number | null;
  readonly season: { readonly number: number; readonly name: string } | null;
  readonly type: "full" | "trailer" | "bonus";
  readonly explicit: boolean;
  /** True where directories shall not list it. */
  readonly isBlocked: boolean;
  readonly keywords: string;
  /** Instead of the podcast's; empty where those take part. */
  readonly persons: readonly FeedPerson[];
  readonly soundbites: readonly Soundbite[];
  readonly chapters: readonly FeedChapter[];
  /** The address of the chapters as JSON; null without chapters. */
  readonly chaptersUrl: string | null;
  readonly transcripts: readonly { readonly url: string; readonly type: string }[];
}

/** A file, by its address, its size and its MIME type. */
export interface FeedEnclosure {
  readonly url: string;
  readonly bytes: number;
  readonly type: string;
}

/** A chapter of an episode; `link` and `image` are addresses, or empty. */
export interface FeedChapter {
  readonly startSeconds: number;
  readonly title: string;
  readonly link: string;
  readonly image: string;
}

/** One document of a feed: the newest items, or some older ones that are together for good (RFC 5005). */
export interface FeedDocument {
  readonly feed: Feed;
  /** The newest first. */
  readonly items: readonly FeedItem[];
  readonly selfUrl: string;
  /** The document that subscribers ask for; null for this one. */
  readonly currentUrl: string | null;
  /** The hub that tells subscribers of changes (WebSub); null without one, and for archives. */
  readonly hubUrl: string | null;
  /** The document with older items; null where there are none. */
  readonly olderUrl: string | null;
  /** True where no directory may list it. */
  readonly isBlocked?: boolean;
  /** Episodes that announce the podcast or a season, which apps show at its head; the newest first. */
  readonly trailers?: readonly FeedItem[];
  /**
   * A digest of what the document is made from. It stands in the document, so that no two states of the site
   * have documents with the same ETag.
   */
  readonly digest: string;
}
