import { declarationsIn } from "#lib/field.ts";
import { declaredMedia } from "#lib/media/media.ts";
import type { MediaFields } from "#lib/media/media-fields.ts";
import { type ObjectField, type ObjectFields, type ObjectType, ordinaryValue } from "#lib/object-fields.ts";
import {
  type ContentField,
  type ContentType,
  episodeFields,
  pageFields,
  postFields,
} from "#lib/pages/content-fields.ts";
import { declared } from "#lib/pages/content-values.ts";

/** A value for fields of types that name nothing else. */
const samples: { readonly [Type in ContentType]?: (field: ContentField, name: string) => unknown } = {
  text: (_, name) => `Of ${name}`,
  instant: () => "2026-03-04T05:06:07.000Z",
  number: () => 7,
  boolean: () => true,
  language: () => "pt-BR",
  soundbites: (_, name) => [{ start: 73.005, duration: 60, title: `Of ${name}` }],
  choice: ({ choices = [] }) => choices.findLast(([value]) => value !== "")?.[0],
};

/** A value for each of these fields that is not what nobody has set, as manifests say it. */
export const sampleObject = (fields: ObjectFields): Record<string, unknown> =>
  Object.fromEntries(
    declarationsIn<string, ObjectField>(fields).map(([, field, wire]) => [
      wire,
      objectSamples[field.type](field, wire),
    ]),
  );

/** The image, the page, the group and the collection are of the manifest that names them. */
const objectSamples: { readonly [Type in ObjectType]: (field: ObjectField, name: string) => unknown } = {
  title: (_, name) => `Of ${name}`,
  slug: () => "essay",
  theme: () => "essay",
  line: (_, name) => `Of ${name}`,
  text: (_, name) => `Of ${name}`,
  timezone: () => "Europe/Berlin",
  language: () => "de",
  uuid: () => "917393e3-1b1e-5cef-ace4-edaa54e1f810",
  email: () => "iris@example.org",
  origin: () => "https://notes.example",
  webAddress: () => "https://web.example/",
  linkTarget: () => "/notes/",
  hub: () => "https://hub.example/",
  sitePath: () => "/podcast.xml",
  boolean: (field) => !ordinaryValue(field),
  integer: () => 2,
  choice: (field) => field.choices?.findLast(([value]) => value !== field.empty)?.[0],
  someOf: ({ names = [] }) => names.slice(0, 1),
  hosts: () => ["video.example"],
  image: () => ({ image: "heron" }),
  features: () => ["bold", "link"],
  feedName: () => "mp3.rss",
  page: () => "/home/notes",
  pages: () => ["/home/notes"],
  groups: () => ["Editors"],
  collection: () => "Root/Shows",
  podcastCategories: () => ["Arts", "Science > Nature"],
  object: ({ fields = {} }) => sampleObject(fields),
  objects: ({ fields = {} }) => [sampleObject(fields)],
  persons: ({ fields = {} }) => [sampleObject(fields)],
};

/** A value for each of these fields that the API sets, as far as it names nothing else. */
export const sampleFields = (fields: Readonly<Record<string, ContentField>>): Record<string, unknown> =>
  Object.fromEntries(
    declared(fields).flatMap(([, field, wire]) => {
      const sample = samples[field.type];
      return sample && field.setBy !== "manifest" ? [[wire, sample(field, wire)]] : [];
    }),
  );

/** What the API gets of a post; media, categories and the parent by their ids. */
export const sentPost = {
  ...sampleFields({ ...pageFields, ...postFields }),
  title: "The heron",
  slug: "heron",
  visible_date: "2026-02-03T04:05:06.000Z",
  tags: ["Marsh"],
  categories: [1],
  cover_image: { id: 1, alt_text: "It stands" },
  authors: ["iris"],
  aliases: ["/2019/heron.html"],
  guid: "tag:old.example,2019:heron",
  // The home page, which is made first.
  translation_of: 2,
  source: { name: "laptop", path: "heron.md", digest: "digest" },
  overview: [{ type: "paragraph", value: "<p>It <b>stood</b>.</p>" }],
  detail: [{ type: "image", value: { id: 1 } }],
};

/** The same of an episode, but for its persons, which manifests set. */
export const sentEpisode = {
  ...sentPost,
  ...sampleFields(episodeFields),
  slug: "bittern",
  aliases: ["/2019/bittern.html"],
  podcast_audio: { id: 1 },
  season: { id: 1 },
};

/** The declared texts of media, with what uploads and what answers call them. */
export const mediaTexts = (fields: MediaFields) =>
  declaredMedia(fields).flatMap(([stored, field, wire]) =>
    field.type === "text" ? [{ stored, field, wire, name: field.editedAs ?? wire }] : [],
  );

/** A value for each of these fields of media that is a text, as PATCH takes it. */
export const sampleTexts = (fields: MediaFields): Readonly<Record<string, string>> =>
  Object.fromEntries(mediaTexts(fields).map(({ name }) => [name, `Of ${name}`]));
