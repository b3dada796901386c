import type { MediaLookup } from "#lib/media/references.ts";
import { type EpisodeContent, isEpisodeContent, type PostContent } from "#lib/pages/content.ts";
import type { Season } from "#lib/pages/page.ts";
import type { Person } from "#lib/pages/person.ts";
import { isWebAddress } from "#lib/richtext/link-scheme.ts";
import type { Category } from "#lib/site/site.ts";
import type { Episode, Named, PostHead } from "#lib/themes/theme.ts";

export interface PostParts {
  readonly content: PostContent | EpisodeContent;
  /** All categories of the site. */
  readonly categories: readonly Category[];
  /** The seasons of an episode's podcast. */
  readonly seasons: readonly Season[];
  /** The persons of an episode's podcast, who take part in episodes that name nobody. */
  readonly persons: readonly Person[];
  /** Knows only the media that the reader may see. */
  readonly media: MediaLookup;
  readonly termUrls: TermUrls;
}

/** The addresses that a post's categories and tags link to; null for no link. */
export interface TermUrls {
  readonly category: (category: Category) => string | null;
  readonly tag: (tag: string) => string | null;
}

/** The part of a post that lists and its page share. */
export const postHead = ({ content, categories, seasons, persons, media, termUrls }: PostParts): PostHead => {
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
    episode: isEpisodeContent(content) ? episodeOf(content, { seasons, persons, media }) : null,
  };
};

const episodeOf = (
  content: EpisodeContent,
  { seasons, persons, media }: Pick<PostParts, "seasons" | "persons" | "media">,
): Episode => ({
  audio: (content.podcastAudio !== null && media("audio", content.podcastAudio)) || null,
  number: content.episodeNumber,
  season: seasons.find(({ id }) => id === content.season) ?? null,
  persons: (content.persons ?? persons).map(({ name, role, link, image }) => ({
    name,
    role,
    url: isWebAddress(link) ? link : null,
    image: (image !== null && media("image", image)) || null,
  })),
});
