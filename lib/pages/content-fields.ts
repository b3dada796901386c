import type { Section } from "#lib/blocks/stored.ts";
import type { Declaration } from "#lib/field.ts";
import type { Person } from "./person.ts";
import type { PodcastDetails } from "./podcast.ts";
import { maxTitleLength } from "./slug.ts";

/** Where a client keeps a page: a folder's name, a file in it, and a digest of what the client has sent. */
export interface PageSource {
  readonly name: string;
  readonly path: string;
  readonly digest: string;
}

/**
 * What stored contents hold for a field of each type; a choice holds one of its `choices`, or its `empty`.
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
  /** In the author's order and case. */
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
  /** In stored order; unknown and repeated sections are kept. */
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
  /** Of texts, in code points. */
  readonly maxLength?: number;
  /** Of a choice: its values, and what each means. */
  readonly choices?: readonly (readonly [value: string | number, meaning: string])[];
  /** What the API says for null: it does not know that nobody has said anything. */
  readonly shownAs?: string | number;
}

type ContentFields = Readonly<Record<string, ContentField>>;

/** The content of all pages. */
export const pageFields = {
  title: {
    type: "title",
    label: "Title",
    help: "What the page is called.",
    ...{ always: true, required: true, searched: true, listed: "listing" },
    item: { shown: "always", filter: "Only pages with exactly this title." },
    file: { key: "title", sent: "always" },
  },
  slug: {
    type: "slug",
    label: "Slug",
    help: "The end of the page's address; left out, it is made from the title.",
    always: true,
    item: { place: "meta", shown: "always", filter: "Only pages with exactly this slug." },
    file: { key: "slug", sent: "always" },
  },
  seoTitle: {
    type: "text",
    maxLength: maxTitleLength,
    label: "Title for search engines",
    help: "Shown by search engines in place of the title.",
    ...{ always: true, listed: "listing" },
    item: { place: "meta", shown: "details", filter: "Only pages with exactly this SEO title." },
    file: { key: "seo_title", sent: 12 },
  },
  searchDescription: {
    type: "text",
    label: "Summary",
    help: "A sentence or two for lists, feeds and search engines.",
    ...{ always: true, listed: "listing" },
    item: { place: "meta", shown: "details", filter: "Only pages with exactly this description." },
    file: { key: "summary", sent: "always" },
  },
} as const satisfies ContentFields;

/** What blogs have beside all pages. */
export const blogFields = {
  description: {
    type: "richText",
    label: "Description",
    help: "What the blog is about.",
    ...{ always: true, setBy: "manifest", listed: "listing" },
    item: { shown: "details", filter: "With a blog type: only blogs with exactly this description." },
  },
  theme: {
    type: "theme",
    label: "Theme",
    help: "How the blog looks; left out, as the site's other pages.",
    ...{ always: true, setBy: "manifest", listed: "listing" },
  },
} as const satisfies ContentFields;

/** What podcasts have beside blogs. */
export const podcastFields = {
  podcast: {
    type: "podcast",
    label: "Podcast",
    help: "What podcast directories are told of it.",
    ...{ setBy: "manifest", listed: "listing" },
  },
} as const satisfies ContentFields;

/** What posts have beside all pages. */
export const postFields = {
  visibleDate: {
    type: "instant",
    label: "Date",
    help: "The date that readers see, and by which lists are ordered; left out, that of its creation.",
    ...{ always: true, listed: "listing" },
    item: { shown: "details", filter: "With a post type: only posts of this instant." },
    file: { key: "date", sent: 0, leftOut: "stays" },
  },
  tags: {
    type: "tags",
    label: "Tags",
    help: "Words by which readers find similar posts.",
    ...{ always: true, listed: "listing" },
    item: { shown: "named" },
    file: { key: "tags", sent: "always" },
  },
  categories: {
    type: "categories",
    label: "Categories",
    help: "Those of the site that the post belongs to.",
    ...{ always: true, listed: "listing" },
    item: { shown: "named" },
    file: { key: "categories", sent: "always" },
  },
  coverImage: {
    type: "cover",
    label: "Cover",
    help: "A picture for lists and shared links, and what it shows.",
    ...{ always: true, searched: true, listed: "listing" },
    item: {
      ...{ shown: "details", nested: "shown" },
      filter: "With a post type: only posts with this cover image.",
    },
    file: { key: "cover", sent: 3 },
  },
  authors: {
    type: "authors",
    label: "Authors",
    help: "Who wrote it, of the site's authors.",
    listed: "listing",
    item: { shown: "named" },
    file: { key: "authors", sent: 1, leftOut: "stays" },
  },
  aliases: {
    type: "aliases",
    label: "Further addresses",
    help: "Paths of the site that lead to the post, such as those that it had elsewhere.",
    listed: "listing",
    item: { shown: "details" },
    file: { key: "aliases", sent: 2, leftOut: "stays" },
  },
  guid: {
    type: "guid",
    label: "GUID",
    help: "What feeds name the post by; left out, its UUID.",
    file: { key: "guid", sent: 11, leftOut: "stays" },
  },
  source: {
    type: "source",
    label: "Source",
    help: "The file that the post is published from.",
  },
  body: {
    type: "body",
    label: "Text",
    help: "The overview is what lists show; the detail follows on the post's own page.",
    ...{ always: true, searched: true },
    item: { shown: "details", filter: "With a post type: only posts with exactly this body." },
  },
} as const satisfies ContentFields;

/** What episodes have beside posts. */
export const episodeFields = {
  podcastAudio: {
    type: "audio",
    label: "Audio",
    help: "The recording.",
    ...{ always: true, requiredToPublish: true, listed: "listing" },
    item: { shown: "named" },
    file: { key: "audio", sent: 4, leftOut: "stays" },
  },
  episodeNumber: {
    type: "number",
    label: "Number",
    help: "The place in its season, or in the podcast.",
    ...{ always: true, listed: "facts" },
    item: { shown: "named" },
    file: { key: "episode", sent: 6 },
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
    label: "Kind",
    help: "What podcast apps show it as.",
    ...{ always: true, listed: "facts" },
    item: { shown: "named" },
    file: { key: "episode_type", sent: 7 },
  },
  season: {
    type: "season",
    label: "Season",
    help: "One of the podcast's seasons.",
    ...{ always: true, listed: "facts" },
    item: { shown: "named" },
    file: { key: "season", sent: 5 },
  },
  keywords: {
    type: "text",
    maxLength: 255,
    label: "Keywords",
    help: "For podcast directories, separated by commas.",
    ...{ always: true, listed: "facts" },
    item: { shown: "named" },
    file: { key: "keywords", sent: 8 },
  },
  explicit: {
    type: "choice",
    choices: [
      [1, "yes, the default"],
      [2, "no"],
      [3, "clean"],
    ],
    ...{ empty: null, shownAs: 1 },
    label: "Explicit",
    help: "Whether podcast apps mark it as not for children; left out, feeds say what the podcast says.",
    ...{ always: true, listed: "facts" },
    item: { shown: "named" },
    file: { key: "explicit", sent: 9, leftOut: "stays" },
  },
  block: {
    type: "boolean",
    label: "Hidden from directories",
    help: "Keeps the episode out of podcast directories.",
    ...{ always: true, listed: "facts" },
    item: { shown: "named" },
    file: { key: "block", sent: 13 },
  },
  persons: {
    type: "persons",
    label: "Persons",
    help: "Who takes part in it, in place of the podcast's.",
    setBy: "manifest",
  },
} as const satisfies ContentFields;

/** The declarations, each with its name. */
export const declared = <Name extends string>(fields: Readonly<Record<Name, ContentField>>) =>
  Object.entries(fields) as unknown as readonly (readonly [Name, ContentField])[];

/** What a field is where nobody has said anything. Titles and dates are always given or made. */
const empties: { readonly [Type in ContentType]: ContentValues[Type] } = {
  ...{ title: "", slug: "", text: "", richText: "", instant: "", number: null, boolean: false, choice: null },
  ...{
    theme: null,
    tags: [],
    categories: [],
    authors: [],
    aliases: [],
    guid: null,
    cover: null,
    source: null,
  },
  ...{ body: [], audio: null, season: null, persons: [], podcast: undefined },
};

export const emptyOf = ({ type, empty }: ContentField): unknown =>
  empty === undefined ? empties[type] : empty;

export const isEmpty = (field: ContentField, value: unknown): boolean =>
  value === undefined || value === emptyOf(field) || (Array.isArray(value) && value.length === 0);

/** What a content holds for a field. */
export type ContentValueOf<Field extends ContentField> = Field extends {
  readonly choices: readonly (readonly [infer Choice, string])[];
}
  ? Choice | (Field extends { readonly empty: infer Empty } ? Empty : null)
  : ContentValues[Field["type"]];

/** The content that has these fields; those that may be absent are. */
export type ContentOf<Fields extends ContentFields> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly always: true }
    ? Name
    : never]: ContentValueOf<Fields[Name]>;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly always: true }
    ? never
    : Name]?: ContentValueOf<Fields[Name]>;
};
