import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { shownSections } from "#lib/blocks/sections.ts";
import type { NamesSaying } from "#lib/field.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { EpisodeContent, WrittenContent } from "./content.ts";
import { episodeFields } from "./content-fields.ts";
import { declared, isEmpty } from "./content-values.ts";
import { postReferences } from "./post-references.ts";

/** The fields for podcast directories, without those that listings have. */
export type DirectoryFields = Pick<
  EpisodeContent,
  NamesSaying<typeof episodeFields, { readonly listed: "content" }>
>;

/** The ids of what a post uses, of each kind; kinds without any are left out. */
export type UsedIds = Partial<Readonly<Record<MediaKind | "page", readonly number[]>>>;

/**
 * What answers about a post depend on, beside the other members of its listing. With it, a change of a medium
 * or another page finds the posts that it alters, and a digest needs no body.
 */
export interface ListedContent {
  /** 96 bits over the sections that readers are shown. */
  readonly digest: string;
  readonly uses: UsedIds;
  /** Episodes only; without fields that have their defaults. */
  readonly directory?: Partial<DirectoryFields>;
}

/** `jsonDigest` gives equal values equal texts, and others different ones. */
export const listedContentOf = (
  content: WrittenContent | EpisodeContent,
  customBlocks: CustomBlocks | undefined,
  jsonDigest: (value: unknown) => string,
): ListedContent => {
  const { media, pages } = postReferences(content, customBlocks);
  const used = { image: [...media.image], audio: [...media.audio], video: [...media.video], page: pages };
  return {
    digest: jsonDigest(shownSections(content.body)),
    uses: Object.fromEntries(Object.entries(used).filter(([, ids]) => ids.length > 0)),
    ...("podcastAudio" in content && { directory: directoryFieldsOf(content) }),
  };
};

const directoryFieldsOf = (content: EpisodeContent): Partial<DirectoryFields> =>
  Object.fromEntries(
    declared(episodeFields).flatMap(([name, field]) => {
      const value = content[name];
      return field.listed !== "content" || isEmpty(field, value) ? [] : [[name, value]];
    }),
  );

/** DynamoDB limits items to 400 KB, of which a listing may take 300. */
const maxListedBytes = 50_000;

/** False for a post with thousands of links: these are made from its body when they are needed. */
export const fitListing = (listed: ListedContent): boolean =>
  Buffer.byteLength(JSON.stringify(listed)) <= maxListedBytes;
