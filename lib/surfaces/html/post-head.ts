import { fileUrl } from "#lib/media/file-key.ts";
import type { Image, PictureFile } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { type AnyWritten, type EpisodeContent, isEpisodeContent, isPostContent } from "#lib/pages/content.ts";
import { openingOf } from "#lib/pages/opening.ts";
import type { Season } from "#lib/pages/page.ts";
import type { Person } from "#lib/pages/podcast.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import type { Category } from "#lib/site/site.ts";
import type { Episode, Named, PostHead, SharePicture } from "#lib/themes/page-parts.ts";

export interface PostParts {
  readonly content: AnyWritten;
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
    description: content.searchDescription || openingOf(content.body),
    ...(isPostContent(content)
      ? {
          visibleDate: content.visibleDate,
          categories: categories
            .filter(({ id }) => content.categories.includes(id))
            .map((category): Named => ({ name: category.name, url: termUrls.category(category) })),
          tags: content.tags.map((tag) => ({ name: tag, url: termUrls.tag(tag) })),
        }
      : { visibleDate: "", categories: [], tags: [] }),
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

/** A picture that a page may be shown with, and the words of the page for it. */
type Candidate = NonNullable<PostHead["cover"]>;

/** The first picture that other sites can read, with an absolute address; null for none. */
export const sharePicture = (
  candidates: readonly (Candidate | Image | null | undefined)[],
  base: string,
): SharePicture | null => {
  for (const candidate of candidates) {
    const image = candidate && ("image" in candidate ? candidate.image : candidate);
    const file = image && readableFile(image);
    if (!file) continue;
    const { contentType, width, height } = file;
    const altText = ("altText" in candidate && candidate.altText) || image.description || image.title;
    return { url: base + fileUrl(file), type: contentType, width, height, altText };
  }
  return null;
};

/** The types that every site reads: not WebP and AVIF (decision 010). */
const readableTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif"]);

/** The rendition; of images of earlier versions, which have none, the uploaded file if others can read it. */
const readableFile = ({ share, file }: Image): PictureFile | undefined =>
  share ?? (readableTypes.has(file.contentType) ? file : undefined);
