import type { EpisodeContent, PostContent } from "./content.ts";

/** A section as an author gives it: blocks in author form, not yet checked, or Markdown. */
export type SectionInput = { readonly blocks: readonly unknown[] } | { readonly markdown: string };

/** What an author says of a post; what is absent stays as it is. */
export interface PostFields {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly seoTitle?: string | undefined;
  readonly searchDescription?: string | undefined;
  readonly visibleDate?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly categories?: readonly number[] | undefined;
  readonly coverImage?: PostContent["coverImage"] | undefined;
  readonly overview?: SectionInput | undefined;
  readonly detail?: SectionInput | undefined;
}

/** What an author says of an episode beside what is said of posts; what is absent stays as it is. */
export type EpisodeOnlyFields = {
  readonly [Name in Exclude<keyof EpisodeContent, keyof PostContent>]?: EpisodeContent[Name] | undefined;
};

/** All that an author says of an episode. */
export type EpisodeFields = PostFields & EpisodeOnlyFields;
