import type { SectionName } from "#lib/blocks/sections.ts";
import type { WireName } from "#lib/field.ts";
import {
  blogFields,
  type ContentField,
  episodeFields,
  homeFields,
  pageFields,
  podcastFields,
  postFields,
  standaloneFields,
  writtenFields,
} from "./content-fields.ts";
import { type ContentOf, declared, emptyOf, isEmpty } from "./content-values.ts";

/** The content of all pages, which revisions save. */
export interface PageContent extends ContentOf<typeof pageFields> {}

/** The content of home pages. */
export interface HomeContent extends PageContent, ContentOf<typeof homeFields> {}

/** The content of blogs and podcasts; `podcast` is absent where nothing is said of it. */
export interface BlogContent extends PageContent, ContentOf<typeof blogFields & typeof podcastFields> {}

/** The content of all that is written. */
export interface WrittenContent extends PageContent, ContentOf<typeof writtenFields> {}

/** The content of a page that is no post, such as an imprint. */
export interface StandaloneContent extends WrittenContent, ContentOf<typeof standaloneFields> {}

export interface PostContent extends PageContent, ContentOf<typeof postFields> {}

/** The content of a post, and fields for podcast directories. */
export interface EpisodeContent extends PostContent, ContentOf<typeof episodeFields> {}

export type AnyContent = PageContent | HomeContent | BlogContent | AnyWritten;

export type AnyWritten = StandaloneContent | PostContent | EpisodeContent;

/** True for contents with a text: those of all that is written. */
export const isWrittenContent = (content: AnyContent): content is AnyWritten => "body" in content;

/** True for the contents of posts and episodes, which alone have had a day from the beginning. */
export const isPostContent = (content: AnyContent): content is PostContent | EpisodeContent =>
  "visibleDate" in content;

/** True for the contents of pages that are no posts, which alone say whether the menu has them. */
export const isStandaloneContent = (content: AnyContent): content is StandaloneContent =>
  "showInMenus" in content;

/** True for the contents of episodes, which alone have had an audio, or null, from the beginning. */
export const isEpisodeContent = (content: AnyContent): content is EpisodeContent => "podcastAudio" in content;

interface RevisionOfPage {
  readonly pageId: number;
  readonly content: AnyContent;
}

/** The content of a revision of what is written. Throws at that of another page. */
export const writtenContentIn = ({ pageId, content }: RevisionOfPage): AnyWritten => {
  if (!isWrittenContent(content)) throw new Error(`Page ${pageId} has no text.`);
  return content;
};

type Fields = Readonly<Record<string, ContentField>>;

/** The fields of each kind of page. */
export const fieldsOfKind = /* @__PURE__ */ (() => {
  const [blog, post] = [
    { ...pageFields, ...blogFields },
    { ...pageFields, ...postFields },
  ];
  const podcast = { ...blog, ...podcastFields };
  const episode = { ...post, ...episodeFields };
  const page = { ...pageFields, ...writtenFields, ...standaloneFields };
  const home = { ...pageFields, ...homeFields };
  return { root: {}, home, blog, podcast, post, episode, page } as const;
})();

/** The fields of all kinds. */
export const fieldsOfAll: Fields = /* @__PURE__ */ (() => ({
  ...fieldsOfKind.home,
  ...fieldsOfKind.podcast,
  ...fieldsOfKind.episode,
  ...fieldsOfKind.page,
}))();

const defaultsOf = <Defaults>(fields: Fields): Defaults =>
  Object.fromEntries(
    declared(fields).flatMap(([name, field]) => (field.always ? [[name, emptyOf(field)]] : [])),
  ) as Defaults;

/** The content of a post while nothing has been set. */
export const emptyPost = /* @__PURE__ */ defaultsOf<PostContent>(fieldsOfKind.post);

/** The content of a page that is no post while nothing has been set. */
export const emptyStandalone = /* @__PURE__ */ defaultsOf<StandaloneContent>(fieldsOfKind.page);

/** The fields of an episode beside those of a post, while nothing has been set. */
export const episodeDefaults =
  /* @__PURE__ */ defaultsOf<Omit<EpisodeContent, keyof PostContent>>(episodeFields);

/** The content without the fields that may be absent and are empty, as contents that never had them. */
export const withoutEmpty = <Content extends AnyContent>(content: Content): Content => {
  const isKept = ([name, value]: readonly [string, unknown]): boolean => {
    const field = fieldsOfAll[name];
    return !field || field.always === true || !isEmpty(field, value);
  };
  return Object.fromEntries(Object.entries(content).filter(isKept)) as Content;
};

/**
 * What files and the API call the fields of a stored type: `seo_title` is `seoTitle`, a body is its sections.
 * What treats fields one by one is a record over these names, or over those of the type, so that the compiler
 * names each such place when a field is added.
 */
export type FieldName<Stored> =
  | WireName<Exclude<keyof Stored & string, "body">>
  | ("body" extends keyof Stored ? "overview" | "detail" : never);

/** The fields of an episode beside those of a post. */
export type EpisodeFieldName = Exclude<FieldName<EpisodeContent>, FieldName<PostContent>>;

/** All fields of a type, those too that may be absent: undefined is said, and not forgotten. */
export type EveryField<Stored> = { readonly [Name in keyof Stored]-?: Stored[Name] | undefined };

/** Author's blocks, not yet checked, or Markdown. */
export type SectionInput = { readonly blocks: readonly unknown[] } | { readonly markdown: string };

/** The fields of a post that authors set: its content, with the sections of the body by themselves. */
export type PostFields = {
  readonly [Name in Exclude<keyof PostContent, "body">]?: PostContent[Name] | undefined;
} & { readonly [Section in SectionName]?: SectionInput | undefined };

export type EpisodeOnlyFields = {
  readonly [Name in Exclude<keyof EpisodeContent, keyof PostContent>]?: EpisodeContent[Name] | undefined;
};

export type EpisodeFields = PostFields & EpisodeOnlyFields;

type StandaloneOnlyFields = {
  readonly [Name in Exclude<keyof StandaloneContent, keyof WrittenContent>]?:
    | StandaloneContent[Name]
    | undefined;
};

/** The fields that authors may set of what is written, whatever its kind is. */
export type WrittenFields = EpisodeFields & StandaloneOnlyFields;
