import type { EpisodeContent, PostContent } from "./content.ts";

/** Author's blocks, not yet checked, or Markdown. */
export type SectionInput = { readonly blocks: readonly unknown[] } | { readonly markdown: string };

export interface PostFields {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly seoTitle?: string | undefined;
  readonly searchDescription?: string | undefined;
  readonly visibleDate?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly categories?: readonly number[] | undefined;
  readonly coverImage?: PostContent["coverImage"] | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly guid?: PostContent["guid"] | undefined;
  readonly source?: PostContent["source"] | undefined;
  readonly overview?: SectionInput | undefined;
  readonly detail?: SectionInput | undefined;
}

export type EpisodeOnlyFields = {
  readonly [Name in Exclude<keyof EpisodeContent, keyof PostContent>]?: EpisodeContent[Name] | undefined;
};

export type EpisodeFields = PostFields & EpisodeOnlyFields;
