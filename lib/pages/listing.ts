import { shownSections } from "#lib/blocks/sections.ts";
import { mediaInBody } from "#lib/blocks/stored-media.ts";
import type { BlogContent, EpisodeContent, PageContent, PostContent } from "./content.ts";
import type { ContentFacts } from "./content-facts.ts";
import { isBlog, isPost, type Page, type PageKind, type Season } from "./page.ts";
import type { PodcastDetails } from "./podcast.ts";
import type { Restriction } from "./restriction.ts";

/**
 * What lists, filters and counts know of a page: all public content but the body. Blogs and podcasts have a
 * listing from the start, as drafts too; posts from their first publication.
 */
export interface Listing {
  readonly id: number;
  readonly kind: PageKind;
  readonly parentId: number | null;
  /** Ids from the root to the parent. */
  readonly ancestors: readonly number[];
  /** The version of the page's row that this was made from; the highest wins. */
  readonly version: number;
  readonly live: boolean;
  /** The public revision, or null. Cached live content of an older one is read again. */
  readonly liveRevisionId: number | null;
  readonly uuid: string;
  readonly slug: string;
  readonly title: string;
  readonly seoTitle: string;
  readonly searchDescription: string;
  readonly showInMenus: boolean;
  readonly restriction: Restriction | null;
  readonly firstPublishedAt: string | null;
  readonly lastPublishedAt: string | null;
  /** Blogs and podcasts only; rich text. */
  readonly description?: string;
  /** Blogs and podcasts only: a theme's slug, perhaps unknown; null or absent for the site's. */
  readonly theme?: string | null;
  readonly seasons?: readonly Season[];
  /** Podcasts only, and those only of which something is said. */
  readonly podcast?: PodcastDetails;
  /** Blogs and posts: visitors may not comment on the post, or on any post of the blog. */
  readonly commentsClosed?: true | undefined;
  /** This field and those below it: posts and episodes only. */
  readonly visibleDate?: string;
  readonly tags?: readonly string[];
  /** One per tag; absent from listings that were made before tags had slugs. */
  readonly tagSlugs?: readonly string[];
  readonly categories?: readonly number[];
  /** Slugs; absent where nobody is named. */
  readonly authors?: readonly string[];
  /** Site paths that lead to the post; absent without any. */
  readonly aliases?: readonly string[];
  readonly coverImage?: PostContent["coverImage"];
  /** Ids of the body's audio blocks, in order, each once. */
  readonly bodyAudios?: readonly number[];
  /** Public or not; absent while nobody has set any. */
  readonly comments?: number;
  /** The page's version when they were last set; cached comments of an older one are read again. */
  readonly commentsVersion?: number;
  readonly podcastAudio?: EpisodeContent["podcastAudio"];
  /** Absent from listings of earlier versions, and where it would be too large. */
  readonly content?: ContentFacts;
}

/** `content` is the public content, or the draft of an unpublished blog. */
export const listingOf = (
  page: Page,
  content: PageContent | BlogContent | PostContent,
  tagSlugs: readonly string[],
): Listing => {
  const base: Listing = {
    id: page.id,
    kind: page.kind,
    parentId: page.parentId,
    ancestors: page.ancestors,
    version: page.version,
    live: page.live,
    liveRevisionId: page.liveRevisionId,
    uuid: page.uuid,
    slug: page.slug,
    title: content.title,
    seoTitle: content.seoTitle,
    searchDescription: content.searchDescription,
    showInMenus: page.showInMenus,
    restriction: page.restriction,
    firstPublishedAt: page.firstPublishedAt,
    lastPublishedAt: page.lastPublishedAt,
    ...(page.commentsClosed && { commentsClosed: page.commentsClosed }),
  };
  if (isBlog(page.kind)) {
    const { description, theme, podcast } = content as BlogContent;
    return {
      ...base,
      description,
      theme,
      ...(page.seasons && { seasons: page.seasons }),
      ...(podcast && { podcast }),
    };
  }
  if (isPost(page.kind)) {
    const { visibleDate, tags, categories, coverImage, body, authors, aliases } = content as PostContent;
    const common = { ...base, visibleDate, tags, tagSlugs, categories, coverImage };
    const named = { ...(authors?.length && { authors }), ...(aliases?.length && { aliases }) };
    const post = { ...common, ...named, bodyAudios: audiosIn(body), ...commentsOf(page) };
    return page.kind === "episode"
      ? { ...post, podcastAudio: (content as EpisodeContent).podcastAudio }
      : post;
  }
  return base;
};

const commentsOf = ({ comments, commentsVersion }: Page) =>
  comments === undefined || commentsVersion === undefined ? {} : { comments, commentsVersion };

const audiosIn = (body: PostContent["body"]): number[] => {
  const audios = mediaInBody(shownSections(body)).filter(({ kind }) => kind === "audio");
  return [...new Set(audios.map(({ id }) => id))];
};

/** True if the page's body or the episode plays the audio. */
export const plays = ({ bodyAudios, podcastAudio }: Listing, audioId: number): boolean =>
  podcastAudio === audioId || (bodyAudios?.includes(audioId) ?? false);

/** True for public pages, and for drafts of pages that posts may be below. */
export const isListed = (page: Page): boolean => page.live || !isPost(page.kind);
