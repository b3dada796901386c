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

type Fields = Readonly<Record<string, ContentField>>;

/** The fields of each kind of page. */
export const fieldsOfKind = /* @__PURE__ */ (() => {
  const [blog, post] = [
    { ...pageFields, ...blogFields },
    { ...pageFields, ...postFields },
  ];
  const podcast = { ...blog, ...podcastFields };
  return { root: {}, home: pageFields, blog, podcast, post, episode: { ...post, ...episodeFields } } as const;
})();

/** The fields of all kinds. */
export const fieldsOfAll: Fields = /* @__PURE__ */ (() => ({
  ...fieldsOfKind.podcast,
  ...fieldsOfKind.episode,
}))();

const defaultsOf = (fields: Fields): object =>
  Object.fromEntries(
    declared(fields).flatMap(([name, field]) => (field.always ? [[name, emptyOf(field)]] : [])),
  );

/** The content of a post of which nothing has been said. */
export const emptyPost = /* @__PURE__ */ defaultsOf(fieldsOfKind.post) as PostContent;

/** What an episode has beside it. */
export const episodeDefaults = /* @__PURE__ */ defaultsOf(episodeFields) as Omit<
  EpisodeContent,
  keyof PostContent
>;

/** The content without the fields that may be absent and are empty, as contents that never had them. */
export const withoutEmpty = <Content extends AnyContent>(content: Content): Content => {
  const isKept = ([name, value]: readonly [string, unknown]): boolean => {
    const field = fieldsOfAll[name];
    return !field || field.always === true || !isEmpty(field, value);
  };
  return Object.fromEntries(Object.entries(content).filter(isKept)) as Content;
};
