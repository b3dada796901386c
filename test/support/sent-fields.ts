import type { EpisodeContent, PostContent } from "#lib/pages/content.ts";
import type { FieldName } from "#lib/pages/field-names.ts";

/** What the API gets of a post; media, categories and the parent by their ids. */
export const sentPost = {
  title: "The heron",
  slug: "heron",
  seo_title: "For searches",
  search_description: "It stood.",
  visible_date: "2026-02-03T04:05:06.000Z",
  tags: ["Marsh"],
  categories: [1],
  cover_image: { id: 1, alt_text: "It stands" },
  authors: ["iris"],
  aliases: ["/2019/heron.html"],
  guid: "tag:old.example,2019:heron",
  source: { name: "laptop", path: "heron.md", digest: "digest" },
  overview: [{ type: "paragraph", value: "<p>It <b>stood</b>.</p>" }],
  detail: [{ type: "image", value: { id: 1 } }],
} satisfies Record<FieldName<PostContent>, unknown>;

/** The same of an episode, but for its persons, which manifests set. */
export const sentEpisode = {
  ...sentPost,
  slug: "bittern",
  aliases: ["/2019/bittern.html"],
  podcast_audio: { id: 1 },
  episode_number: 7,
  episode_type: "bonus",
  season: { id: 1 },
  keywords: "reed, dawn",
  explicit: 3,
  block: true,
} satisfies Record<Exclude<FieldName<EpisodeContent>, "persons">, unknown>;
