import { type CustomBlocks, type CustomLeaf, customLeaves } from "#lib/blocks/custom-block.ts";
import { sectionNames, storedBlocks } from "#lib/blocks/sections.ts";
import { mediaInAuthorBlocks, mediaInBody } from "#lib/blocks/stored-media.ts";
import type { NamesSaying } from "#lib/field.ts";
import { isMediaKind, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { isMediaId, type MediaIds, type MediaReference, mediaIds } from "#lib/media/references.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { pageLinksIn } from "#lib/richtext/page-html.ts";
import {
  type AnyContent,
  type BlogContent,
  type EpisodeContent,
  type EpisodeOnlyFields,
  isWrittenContent,
  type PageContent,
  type PostFields,
  type SectionInput,
  type WrittenContent,
} from "./content.ts";
import type { Person, personFields, podcastDetailFields } from "./podcast.ts";

/** Unique ids, of existing objects or not. */
export interface PostReferences {
  readonly media: MediaIds;
  readonly pages: readonly number[];
}

/** All media and linked pages that are needed to show a post, those inside custom blocks included. */
export const postReferences = (
  content: WrittenContent,
  customBlocks: CustomBlocks | undefined,
): PostReferences => {
  const leaves = leavesOf(content, customBlocks);
  const media = leaves.flatMap(({ type, value }) =>
    isMediaKind(type) && isMediaId(value) ? [{ kind: type, id: value }] : [],
  );
  const pages = leaves.flatMap(({ type, value }) => {
    if (type === "richtext") return typeof value === "string" ? pageLinksIn(value) : [];
    return type === "page" && isMediaId(value) ? [value] : [];
  });
  return { media: mediaIds([...mediaInPost(content), ...media]), pages: [...new Set(pages)] };
};

const leavesOf = ({ body }: WrittenContent, customBlocks: CustomBlocks | undefined): CustomLeaf[] =>
  sectionNames.flatMap((section) =>
    storedBlocks(body, section).flatMap(({ type, value }): CustomLeaf[] => {
      if (type === "paragraph") return [{ type: "richtext", value }];
      const block = customBlocks?.[section].get(type);
      return block ? [...customLeaves(block, value)] : [];
    }),
  );

export const mediaInPost = (
  content: WrittenContent & Partial<Pick<EpisodeContent, "podcastAudio" | "persons">>,
): readonly MediaReference[] => [
  ...coverReference(content.coverImage),
  ...audioReference(content),
  ...(content.persons ?? []).flatMap(imagesOfPerson),
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

/** The ids of the media that a page uses, of each kind; kinds without any are left out. */
export type UsedMedia = Partial<Readonly<Record<MediaKind, readonly number[]>>>;

/** Covers, audios of episodes, blocks, pictures of people, and the artwork of podcasts. */
export const usedMedia = (content: AnyContent, customBlocks: CustomBlocks | undefined): UsedMedia => {
  const media = isWrittenContent(content)
    ? postReferences(content, customBlocks).media
    : mediaIds(mediaInPodcast(content));
  return Object.fromEntries(
    mediaKinds.flatMap((kind) => (media[kind].size > 0 ? [[kind, [...media[kind]]]] : [])),
  );
};

type ImageNames<Fields> = NamesSaying<Fields, { readonly type: "image" }>;

/** By hand, because functions that show posts would carry the declarations; the compiler checks it. */
const imagesOfPerson = ({ image }: Person): readonly MediaReference[] =>
  imageReferences({ image } satisfies Record<ImageNames<typeof personFields>, unknown>);

const mediaInPodcast = ({
  podcast,
}: PageContent & Pick<BlogContent, "podcast">): readonly MediaReference[] => {
  if (!podcast) return [];
  const { artwork, persons } = podcast;
  return [
    ...imageReferences({ artwork } satisfies Record<ImageNames<typeof podcastDetailFields>, unknown>),
    ...persons.flatMap(imagesOfPerson),
  ];
};

const imageReferences = (named: Readonly<Record<string, number | null>>): readonly MediaReference[] =>
  Object.values(named).flatMap((id) => (id === null ? [] : ([{ kind: "image", id }] as const)));

export const countUsed = (used: UsedMedia): number =>
  mediaKinds.reduce((count, kind) => count + (used[kind]?.length ?? 0), 0);
