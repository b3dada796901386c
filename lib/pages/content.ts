import type { Section } from "#lib/blocks/stored.ts";

/** What every page says, and what a revision saves. */
export interface PageContent {
  readonly title: string;
  readonly slug: string;
  readonly seoTitle: string;
  readonly searchDescription: string;
}

/** What a blog or podcast says. `description` is rich text; `theme` a slug or null for the site's. */
export interface BlogContent extends PageContent {
  readonly description: string;
  readonly theme: string | null;
}

/** What a post says. `categories` are ids without repeats; tags keep their order and case. */
export interface PostContent extends PageContent {
  /** An instant, ISO 8601 UTC. */
  readonly visibleDate: string;
  readonly tags: readonly string[];
  readonly categories: readonly number[];
  readonly coverImage: { readonly id: number; readonly altText: string } | null;
  /** Stored sections in their stored order; unknown ones and repeats are kept as they are. */
  readonly body: readonly Section[];
}

/** What podcast directories may be told of an episode; empty means `full`. */
export const episodeTypes = ["full", "trailer", "bonus", ""] as const;
export type EpisodeType = (typeof episodeTypes)[number];

/** What an episode says: all that a post does, and what podcast directories want to know. */
export interface EpisodeContent extends PostContent {
  /** Id of the audio; it may be gone by now, which counts as none. */
  readonly podcastAudio: number | null;
  readonly episodeNumber: number | null;
  readonly episodeType: EpisodeType;
  /** Id of a season of the parent podcast. */
  readonly season: number | null;
  readonly keywords: string;
  /** 1 yes, 2 no, 3 clean. */
  readonly explicit: 1 | 2 | 3;
  /** True keeps the episode out of podcast directories. */
  readonly block: boolean;
}

/** What an episode says beside a post's content when nobody says otherwise. */
export const episodeDefaults: Omit<EpisodeContent, keyof PostContent> = {
  podcastAudio: null,
  episodeNumber: null,
  episodeType: "",
  season: null,
  keywords: "",
  explicit: 1,
  block: false,
};

/** The content of any kind of page. */
export type AnyContent = PageContent | BlogContent | PostContent | EpisodeContent;
