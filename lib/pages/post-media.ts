import { mediaInAuthorBlocks } from "#lib/blocks/author-media.ts";
import { mediaInBody } from "#lib/blocks/stored-media.ts";
import { isMediaId, type MediaReference, mediaIds } from "#lib/media/references.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import type { EpisodeContent, PostContent } from "./content.ts";
import type { EpisodeOnlyFields, PostFields, SectionInput } from "./post-fields.ts";

export const mediaInPost = (
  content: PostContent & Partial<Pick<EpisodeContent, "podcastAudio" | "persons">>,
): readonly MediaReference[] => [
  ...coverReference(content.coverImage),
  ...audioReference(content),
  ...(content.persons ?? []).flatMap(({ image }) =>
    image === null ? [] : ([{ kind: "image", id: image }] as const),
  ),
  ...mediaInBody(content.body),
];

/** The media in an author's fields, existing or not; malformed references are left out. */
export const mediaInFields = (
  fields: PostFields & Pick<EpisodeOnlyFields, "podcastAudio">,
): readonly MediaReference[] => [
  ...coverReference(fields.coverImage),
  ...audioReference(fields),
  ...[fields.overview, fields.detail].flatMap(mediaInSection),
];

const coverReference = (cover: PostFields["coverImage"]): readonly MediaReference[] =>
  cover && isMediaId(cover.id) ? [{ kind: "image", id: cover.id }] : [];

const audioReference = ({
  podcastAudio,
}: Pick<EpisodeOnlyFields, "podcastAudio">): readonly MediaReference[] =>
  isMediaId(podcastAudio) ? [{ kind: "audio", id: podcastAudio }] : [];

const mediaInSection = (input: SectionInput | undefined): readonly MediaReference[] =>
  input && "blocks" in input ? mediaInAuthorBlocks(input.blocks) : [];

/** Editing or showing a post reads all its media, a hundred per request. */
const maxMedia = 1_000;

/** `non_field_errors/max_length` if a post refers to too many media objects. */
export const mediaProblems = (references: readonly MediaReference[]): Problem[] => {
  const { image, audio, video } = mediaIds(references);
  if (image.size + audio.size + video.size <= maxMedia) return [];
  const message = `A post may refer to at most ${maxMedia} images, audios and videos.`;
  return [{ path: "non_field_errors", code: "max_length", message }];
};
