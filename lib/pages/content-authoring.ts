import type { Authoring } from "#lib/field.ts";
import type {
  blogFields,
  episodeFields,
  homeFields,
  pageFields,
  podcastFields,
  postFields,
  standaloneFields,
} from "./content-fields.ts";

type ContentFieldName =
  | keyof typeof pageFields
  | keyof typeof homeFields
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
  introduction: {
    label: "Text",
    help: "What the front page says above its list.",
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
  language: {
    label: "Language",
    help: "That of the text, such as de or pt-BR; left out, that of the site.",
    file: { key: "language", digestBit: 15 },
  },
  translationOf: {
    label: "Translation of",
    help: "The id of the page that it says in another language.",
    file: { key: "translation_of", digestBit: 16, leftOut: "stays" },
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
  soundbites: {
    label: "Soundbites",
    help: "Parts of the recording by which apps present it, best of 15 to 120 seconds each.",
    file: { key: "soundbites", digestBit: 17 },
  },
} as const satisfies Readonly<Record<ContentFieldName, Authoring>>;
