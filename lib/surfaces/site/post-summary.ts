import type { MediaLookup } from "#lib/media/references.ts";
import type { EpisodeContent, PostContent } from "#lib/pages/content.ts";
import type { PageKind, Season } from "#lib/pages/page.ts";
import type { Category } from "#lib/site/site.ts";
import type { Episode, Named, PostSummary } from "#lib/themes/theme.ts";

/** What a post is shown from. */
export interface PostParts {
  readonly kind: PageKind;
  readonly content: PostContent | EpisodeContent;
  /** All of the site's. */
  readonly categories: readonly Category[];
  /** Of the podcast that an episode belongs to. */
  readonly seasons: readonly Season[];
  /** What the reader may see. */
  readonly media: MediaLookup;
  readonly termUrls: TermUrls;
}

/** Where a post's categories and tags lead; null for nowhere. */
export interface TermUrls {
  readonly category: (category: Category) => string | null;
  readonly tag: (tag: string) => string | null;
}

/** What is said of a post wherever it is shown. */
export const postSummary = ({
  kind,
  content,
  categories,
  seasons,
  media,
  termUrls,
}: PostParts): PostSummary => {
  const cover = content.coverImage && media("image", content.coverImage.id);
  return {
    title: content.title,
    description: content.searchDescription,
    visibleDate: content.visibleDate,
    categories: categories
      .filter(({ id }) => content.categories.includes(id))
      .map((category): Named => ({ name: category.name, url: termUrls.category(category) })),
    tags: content.tags.map((tag) => ({ name: tag, url: termUrls.tag(tag) })),
    cover: cover && content.coverImage ? { image: cover, altText: content.coverImage.altText } : null,
    episode: kind === "episode" ? episodeOf(content as EpisodeContent, seasons, media) : null,
    body: content.body,
  };
};

const episodeOf = (content: EpisodeContent, seasons: readonly Season[], media: MediaLookup): Episode => ({
  audio: (content.podcastAudio !== null && media("audio", content.podcastAudio)) || null,
  number: content.episodeNumber,
  season: seasons.find(({ id }) => id === content.season) ?? null,
});
