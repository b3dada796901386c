import type { Section } from "#lib/blocks/stored.ts";
import type { Person } from "./person.ts";
import type { PodcastDetails } from "./podcast.ts";

/** The content of all pages, which revisions save. */
export interface PageContent {
  readonly title: string;
  readonly slug: string;
  readonly seoTitle: string;
  readonly searchDescription: string;
}

/** `description` is rich text; `theme` a slug, or null for the site's. */
export interface BlogContent extends PageContent {
  readonly description: string;
  readonly theme: string | null;
  /** Podcasts only, and those only of which something is said. */
  readonly podcast?: PodcastDetails;
}

/** Where a client keeps a page: a folder's name, a file in it, and a digest of what the client has sent. */
export interface PageSource {
  readonly name: string;
  readonly path: string;
  readonly digest: string;
}

/** `categories` are unique ids; tags keep their order and case. */
export interface PostContent extends PageContent {
  /** An instant, ISO 8601 UTC. */
  readonly visibleDate: string;
  readonly tags: readonly string[];
  readonly categories: readonly number[];
  readonly coverImage: { readonly id: number; readonly altText: string } | null;
  /** In stored order; unknown and repeated sections are kept. */
  readonly body: readonly Section[];
  /** Slugs of the site's authors; absent where nobody is named. */
  readonly authors?: readonly string[];
  /** Site paths that lead to the post while the revision is public; absent while nobody has set any. */
  readonly aliases?: readonly string[];
  /** What feeds name the post by instead of its UUID; absent while nobody has set it. */
  readonly guid?: string | null;
  /** For editors only; absent while no client has set it. */
  readonly source?: PageSource | null;
}

/** Empty means `full`. */
export const episodeTypes = ["full", "trailer", "bonus", ""] as const;
export type EpisodeType = (typeof episodeTypes)[number];

/** The content of a post, and fields for podcast directories. */
export interface EpisodeContent extends PostContent {
  /** The id of the audio; a deleted one counts as none. */
  readonly podcastAudio: number | null;
  readonly episodeNumber: number | null;
  readonly episodeType: EpisodeType;
  /** The id of a season of the parent podcast. */
  readonly season: number | null;
  readonly keywords: string;
  /** 1 yes, 2 no, 3 clean; null while nobody has said so: the API shows 1, feeds what the podcast says. */
  readonly explicit: 1 | 2 | 3 | null;
  /** True keeps the episode out of podcast directories. */
  readonly block: boolean;
  /** Instead of the podcast's; absent where nobody is named. */
  readonly persons?: readonly Person[];
}

export const episodeDefaults: Omit<EpisodeContent, keyof PostContent> = {
  podcastAudio: null,
  episodeNumber: null,
  episodeType: "",
  season: null,
  keywords: "",
  explicit: null,
  block: false,
};

export type AnyContent = PageContent | BlogContent | PostContent | EpisodeContent;
