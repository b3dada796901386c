import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { type MediaReference, mediaIds } from "#lib/media/references.ts";
import { type AnyContent, type BlogContent, isPostContent, type PageContent } from "./content.ts";
import { postReferences } from "./post-references.ts";

/** The ids of the media that a page uses, of each kind; kinds without any are left out. */
export type UsedMedia = Partial<Readonly<Record<MediaKind, readonly number[]>>>;

/** Covers, audios of episodes, blocks, pictures of people, and the artwork of podcasts. */
export const usedMedia = (content: AnyContent, customBlocks: CustomBlocks | undefined): UsedMedia => {
  const media = isPostContent(content)
    ? postReferences(content, customBlocks).media
    : mediaIds(mediaInPodcast(content));
  return Object.fromEntries(
    mediaKinds.flatMap((kind) => (media[kind].size > 0 ? [[kind, [...media[kind]]]] : [])),
  );
};

const mediaInPodcast = ({
  podcast,
}: PageContent & Pick<BlogContent, "podcast">): readonly MediaReference[] => {
  const pictures = podcast ? [podcast.artwork, ...podcast.persons.map(({ image }) => image)] : [];
  return pictures.flatMap((id): MediaReference[] => (id === null ? [] : [{ kind: "image", id }]));
};

export const countUsed = (used: UsedMedia): number =>
  mediaKinds.reduce((count, kind) => count + (used[kind]?.length ?? 0), 0);
