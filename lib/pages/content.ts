import {
  blogFields,
  type ContentField,
  type ContentOf,
  declared,
  emptyOf,
  episodeFields,
  isEmpty,
  pageFields,
  podcastFields,
  postFields,
} from "./content-fields.ts";

/** The content of all pages, which revisions save. */
export interface PageContent extends ContentOf<typeof pageFields> {}

/** With what podcasts add, of which nothing may be said. */
export interface BlogContent extends PageContent, ContentOf<typeof blogFields & typeof podcastFields> {}

export interface PostContent extends PageContent, ContentOf<typeof postFields> {}

/** The content of a post, and fields for podcast directories. */
export interface EpisodeContent extends PostContent, ContentOf<typeof episodeFields> {}

export type AnyContent = PageContent | BlogContent | PostContent | EpisodeContent;

/** The fields of each kind of page. */
export const fieldsOfKind = {
  root: {},
  home: pageFields,
  blog: { ...pageFields, ...blogFields },
  podcast: { ...pageFields, ...blogFields, ...podcastFields },
  post: { ...pageFields, ...postFields },
  episode: { ...pageFields, ...postFields, ...episodeFields },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ContentField>>>>;

/** The fields of all kinds. */
export const fieldsOfAll: Readonly<Record<string, ContentField>> = {
  ...fieldsOfKind.podcast,
  ...fieldsOfKind.episode,
};

const defaultsOf = (fields: Readonly<Record<string, ContentField>>): object =>
  Object.fromEntries(
    declared(fields).flatMap(([name, field]) => (field.always ? [[name, emptyOf(field)]] : [])),
  );

/** The content of a post of which nothing has been said. */
export const emptyPost = defaultsOf(fieldsOfKind.post) as PostContent;

/** What an episode has beside it. */
export const episodeDefaults = defaultsOf(episodeFields) as Omit<EpisodeContent, keyof PostContent>;

/** The content without the fields that may be absent and are empty, as contents that never had them. */
export const withoutEmpty = <Content extends AnyContent>(content: Content): Content => {
  const isKept = ([name, value]: readonly [string, unknown]): boolean => {
    const field = fieldsOfAll[name];
    return !field || field.always === true || !isEmpty(field, value);
  };
  return Object.fromEntries(Object.entries(content).filter(isKept)) as Content;
};
