import type { SectionName } from "#lib/blocks/sections.ts";
import type { EpisodeContent, PostContent } from "./content.ts";

/** Author's blocks, not yet checked, or Markdown. */
export type SectionInput = { readonly blocks: readonly unknown[] } | { readonly markdown: string };

/** What authors set of a post: its content, with the sections of the body by themselves. */
export type PostFields = {
  readonly [Name in Exclude<keyof PostContent, "body">]?: PostContent[Name] | undefined;
} & { readonly [Section in SectionName]?: SectionInput | undefined };

export type EpisodeOnlyFields = {
  readonly [Name in Exclude<keyof EpisodeContent, keyof PostContent>]?: EpisodeContent[Name] | undefined;
};

export type EpisodeFields = PostFields & EpisodeOnlyFields;
