import type { Section } from "#lib/blocks/sections.ts";
import type { Authoring, Declaration } from "#lib/field.ts";
import type { Person, PodcastDetails } from "./podcast.ts";
import { maxTitleLength } from "./slug.ts";

/**
 * The place at which a client keeps a page: a folder's name, a file in it, and a digest of what the client
 * has sent.
 */
export interface PageSource {
  readonly name: string;
  readonly path: string;
  readonly digest: string;
}

/**
 * The stored values of contents for a field of each type; a choice holds one of its `choices`, or its
 * `empty`.
 */
export interface ContentValues {
  title: string;
  slug: string;
  /** Plain, on one line or several; `maxLength` counts code points. */
  text: string;
  richText: string;
  /** ISO 8601 UTC. */
  instant: string;
  /** An integer from 1. */
  number: number | null;
  boolean: boolean;
  choice: string | number | null;
  /** A theme's slug; null for the site's. */
  theme: string | null;
  /** Tags, in the author's order and case. */
  tags: readonly string[];
  /** Unique ids. */
  categories: readonly number[];
  /** Slugs of the site's authors. */
  authors: readonly string[];
  /** Site paths. */
  aliases: readonly string[];
  guid: string | null;
  cover: { readonly id: number; readonly altText: string } | null;
  source: PageSource | null;
  /** Sections in stored order; unknown and repeated ones are kept. */
  body: readonly Section[];
  /** The id of an audio; a deleted one counts as none. */
  audio: number | null;
  /** The id of a season of the parent podcast. */
  season: number | null;
  persons: readonly Person[];
  podcast: PodcastDetails | undefined;
}

export type ContentType = keyof ContentValues;

/** The declaration of a field of pages. */
export interface ContentField extends Declaration {
  readonly type: ContentType;
  /** The value that the API shows for null, because it does not say that nothing is set. */
  readonly shownAs?: string | number;
}

export type ContentFields = Readonly<Record<string, ContentField>>;

/** The `content` of listings has fields of episodes only. */
type ListedFields = Readonly<Record<string, ContentField & { readonly listed?: true }>>;

/** The content of all pages. */
export const pageFields = {
  title: {
    type: "title",
    always: true,
    required: true,
    searched: true,
    listed: true,
    item: { shown: "always", filter: true },
  },
  slug: {
    type: "slug",
    always: true,
    item: { place: "meta", shown: "always", filter: true },
  },
  seoTitle: {
    type: "text",
    maxLength: maxTitleLength,
    always: true,
    listed: true,
    item: { place: "meta", shown: "details", filter: "SEO title" },
  },
  searchDescription: {
    type: "text",
    always: true,
    listed: true,
    item: { place: "meta", shown: "details", filter: "description" },
  },
} as const satisfies ListedFields;

/** The fields of blogs, beside those of all pages. */
export const blogFields = {
  description: {
    type: "richText",
    always: true,
    setBy: "manifest",
    listed: true,
    item: { shown: "details", filter: true },
  },
  theme: {
    type: "theme",
    always: true,
    setBy: "manifest",
    listed: true,
  },
} as const satisfies ContentFields;

/** The fields of podcasts, beside those of blogs. */
export const podcastFields = {
  podcast: {
    type: "podcast",
    setBy: "manifest",
    listed: true,
  },
} as const satisfies ContentFields;

/** The fields of posts, beside those of all pages. */
export const postFields = {
  visibleDate: {
    type: "instant",
    always: true,
    listed: true,
    item: { shown: "details", filter: true },
  },
  tags: {
    type: "tags",
    always: true,
    listed: true,
    item: { shown: "named" },
  },
  categories: {
    type: "categories",
    always: true,
    listed: true,
    item: { shown: "named" },
  },
  coverImage: {
    type: "cover",
    always: true,
    searched: true,
    listed: true,
    item: {
      shown: "details",
      nested: "shown",
      filter: true,
    },
  },
  authors: {
    type: "authors",
    listed: true,
    item: { shown: "named" },
  },
  aliases: {
    type: "aliases",
    listed: true,
    item: { shown: "details" },
  },
  guid: {
    type: "guid",
  },
  source: {
    type: "source",
  },
  body: {
    type: "body",
    always: true,
    searched: true,
    item: { shown: "details", filter: true },
  },
} as const satisfies ListedFields;

/** The fields of posts that all have that are written. */
export const writtenFields = /* @__PURE__ */ (({ coverImage, aliases, source, body }) => ({
  coverImage,
  aliases,
  source,
  body,
}))(postFields);

/** The fields of pages that are no posts, such as an imprint, beside those of all that are written. */
export const standaloneFields = {
  showInMenus: {
    type: "boolean",
    always: true,
  },
} as const satisfies ListedFields;

/** The fields of episodes, beside those of posts. */
export const episodeFields = {
  podcastAudio: {
    type: "audio",
    always: true,
    requiredToPublish: true,
    listed: true,
    item: { shown: "named" },
  },
  episodeNumber: {
    type: "number",
    always: true,
    listed: "content",
    item: { shown: "named" },
  },
  episodeType: {
    type: "choice",
    choices: [
      ["full", "an ordinary episode"],
      ["trailer", "an announcement"],
      ["bonus", "beside the ordinary episodes"],
      ["", "as full"],
    ],
    empty: "",
    always: true,
    listed: "content",
    item: { shown: "named" },
  },
  season: {
    type: "season",
    always: true,
    listed: "content",
    item: { shown: "named" },
  },
  keywords: {
    type: "text",
    maxLength: 255,
    always: true,
    listed: "content",
    item: { shown: "named" },
  },
  explicit: {
    type: "choice",
    choices: [
      [1, "yes, the default"],
      [2, "no"],
      [3, "clean"],
    ],
    empty: null,
    shownAs: 1,
    always: true,
    listed: "content",
    item: { shown: "named" },
  },
  block: {
    type: "boolean",
    always: true,
    listed: "content",
    item: { shown: "named" },
  },
  persons: {
    type: "persons",
    setBy: "manifest",
  },
} as const satisfies ContentFields;

type ContentFieldName =
  | keyof typeof pageFields
  | keyof typeof blogFields
  | keyof typeof podcastFields
  | keyof typeof postFields
  | keyof typeof standaloneFields
  | keyof typeof episodeFields;

/**
 * The texts are apart from the declarations, because functions that serve neither forms nor documents do not
 * carry them.
 */
export const contentAuthoring = {
  title: {
    label: "Title",
    help: "What the page is called.",
    file: { key: "title", alwaysSent: true },
  },
  slug: {
    label: "Slug",
    help: "The end of the page's address; left out, it is made from the title.",
    file: { key: "slug", alwaysSent: true },
  },
  seoTitle: {
    label: "Title for search engines",
    help: "Shown by search engines in place of the title.",
    file: { key: "seo_title", digestBit: 12 },
  },
  searchDescription: {
    label: "Summary",
    help: "A sentence or two for lists, feeds and search engines.",
    file: { key: "summary", alwaysSent: true },
  },
  description: {
    label: "Description",
    help: "What the blog is about.",
  },
  theme: {
    label: "Theme",
    help: "How the blog looks; left out, as the site's other pages.",
  },
  podcast: {
    label: "Podcast",
    help: "What podcast directories are told of it.",
  },
  visibleDate: {
    label: "Date",
    help: "The date that readers see, and by which lists are ordered; left out, that of its creation.",
    file: { key: "date", digestBit: 0, leftOut: "stays" },
  },
  tags: {
    label: "Tags",
    help: "Words by which readers find similar posts.",
    file: { key: "tags", alwaysSent: true },
  },
  categories: {
    label: "Categories",
    help: "Those of the site that the post belongs to.",
    file: { key: "categories", alwaysSent: true },
  },
  coverImage: {
    label: "Cover",
    help: "A picture for lists and shared links, and what it shows.",
    file: { key: "cover", digestBit: 3 },
  },
  authors: {
    label: "Authors",
    help: "Who wrote it, of the site's authors.",
    file: { key: "authors", digestBit: 1, leftOut: "stays" },
  },
  aliases: {
    label: "Further addresses",
    help: "Paths of the site that lead to the post, such as those that it had elsewhere.",
    file: { key: "aliases", digestBit: 2, leftOut: "stays" },
  },
  guid: {
    label: "GUID",
    help: "What feeds name the post by; left out, its UUID.",
    file: { key: "guid", digestBit: 11, leftOut: "stays" },
  },
  source: {
    label: "Source",
    help: "The file that the post is published from.",
  },
  body: {
    label: "Text",
    help: "The overview is what lists show; the detail follows on the post's own page.",
  },
  showInMenus: {
    label: "In the menu",
    help: "Whether the site's menu leads to the page.",
    file: { key: "menu", digestBit: 14 },
  },
  podcastAudio: {
    label: "Audio",
    help: "The recording.",
    file: { key: "audio", digestBit: 4, leftOut: "stays" },
  },
  episodeNumber: {
    label: "Number",
    help: "The place in its season, or in the podcast.",
    file: { key: "episode", digestBit: 6 },
  },
  episodeType: {
    label: "Kind",
    help: "What podcast apps show it as.",
    file: { key: "episode_type", digestBit: 7 },
  },
  season: {
    label: "Season",
    help: "One of the podcast's seasons.",
    file: { key: "season", digestBit: 5 },
  },
  keywords: {
    label: "Keywords",
    help: "For podcast directories, separated by commas.",
    file: { key: "keywords", digestBit: 8 },
  },
  explicit: {
    label: "Explicit",
    help: "Whether podcast apps mark it as not for children; left out, feeds say what the podcast says.",
    file: { key: "explicit", digestBit: 9, leftOut: "stays" },
  },
  block: {
    label: "Hidden from directories",
    help: "Keeps the episode out of podcast directories.",
    file: { key: "block", digestBit: 13 },
  },
  persons: {
    label: "Persons",
    help: "Who takes part in it, in place of the podcast's.",
  },
} as const satisfies Readonly<Record<ContentFieldName, Authoring>>;
