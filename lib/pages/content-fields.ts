import type { Section } from "#lib/blocks/sections.ts";
import type { Declaration } from "#lib/field.ts";
import type { Person, PodcastDetails } from "./podcast.ts";
import { maxTitleLength } from "./slug.ts";
import type { Soundbite } from "./soundbite.ts";

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
  /** A canonical language tag (BCP 47), such as `de-AT`. */
  language: string | null;
  /** The id of a page, perhaps of one that is gone. */
  pageId: number | null;
  /** Sections in stored order; unknown and repeated ones are kept. */
  body: readonly Section[];
  /** The id of an audio; a deleted one counts as none. */
  audio: number | null;
  /** The id of a season of the parent podcast. */
  season: number | null;
  persons: readonly Person[];
  /** By their start; no two have the same. */
  soundbites: readonly Soundbite[];
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

/** The fields of home pages, beside those of all pages. */
export const homeFields = {
  introduction: {
    type: "richText",
    setBy: "manifest",
    listed: true,
    item: { shown: "named" },
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
  language: {
    type: "language",
    listed: true,
    item: { shown: "named" },
  },
  translationOf: {
    type: "pageId",
    listed: true,
    item: { shown: "named" },
  },
  body: {
    type: "body",
    always: true,
    searched: true,
    item: { shown: "details", filter: true },
  },
} as const satisfies ListedFields;

/** The fields of posts that all have that are written. */
export const writtenFields = /* @__PURE__ */ (({
  coverImage,
  aliases,
  source,
  language,
  translationOf,
  body,
}) => ({ coverImage, aliases, source, language, translationOf, body }))(postFields);

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
  soundbites: {
    type: "soundbites",
  },
} as const satisfies ContentFields;
