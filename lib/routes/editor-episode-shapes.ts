import * as z from "zod/mini";
import type { EpisodeFieldName, FieldName } from "#lib/pages/field-names.ts";
import type { Person } from "#lib/pages/person.ts";
import {
  creationFields,
  editorPost,
  postContentFields,
  publicationFields,
  publishedPost,
  updateFields,
} from "./editor-post-shapes.ts";
import { episodeType, episodeTypeField, explicitField, explicitness } from "./episode-values.ts";
import {
  booleanField,
  integerField,
  objectOf,
  orNull,
  positiveIntegerField,
  textField,
  uncheckedFields,
} from "./fields.ts";
import { id } from "./shapes.ts";

/** Who takes part in an episode; the API shows them and does not set them. */
const person = z.object({
  name: z.string(),
  role: z.string(),
  group: z.string(),
  link: z.string(),
  image: z.nullable(z.object({ id })),
} satisfies Record<FieldName<Person>, unknown>);

/** The editor episode object: a post with what podcast directories need (contract#episode-fields). */
const shownEpisode = {
  podcast_audio: z.nullable(z.object({ id })),
  episode_number: z.nullable(id),
  episode_type: episodeType,
  season: z.nullable(z.object({ id })),
  keywords: z.string(),
  explicit: explicitness,
  block: z.boolean(),
  persons: z.optional(z.array(person)),
} satisfies Record<EpisodeFieldName, unknown>;

export const editorEpisode = z.extend(editorPost, { type: z.literal("site.Episode"), ...shownEpisode });

export const publishedEpisode = z.extend(editorEpisode, publicationFields);

/** What the post endpoints answer: they show an episode as an episode (contract#episode-endpoints). */
export const editorPostOrEpisode = z.discriminatedUnion("type", [editorPost, editorEpisode]);

/** The same after a publication. */
export const publishedPostOrEpisode = z.discriminatedUnion("type", [publishedPost, publishedEpisode]);

/**
 * An episode's fields beside a post's, but for its persons, which manifests set. Absent means the default on
 * create, and no change on PATCH.
 */
const episodeFields = {
  podcast_audio: z.optional(orNull(objectOf({ id: integerField() }))),
  episode_number: z.optional(orNull(positiveIntegerField())),
  episode_type: z.optional(episodeTypeField),
  season: z.optional(orNull(objectOf({ id: integerField() }))),
  keywords: z.optional(textField({ maxLength: 255, blank: true })),
  explicit: z.optional(explicitField),
  block: z.optional(booleanField()),
} satisfies Record<Exclude<EpisodeFieldName, "persons">, unknown>;

export const episodeOnlyNames: readonly string[] = Object.keys(episodeFields);

export const newEpisode = z.object({ ...postContentFields, ...episodeFields, ...creationFields });

export const episodeChanges = z.object({ ...postContentFields, ...episodeFields, ...updateFields });

export const postChanges = z.object({ ...postContentFields, ...updateFields });

/** The body of a PATCH at the post endpoint, which is parsed once it is known what the page is. */
export const postOrEpisodeChanges = uncheckedFields({
  ...postContentFields,
  ...episodeFields,
  ...updateFields,
});
