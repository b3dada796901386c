import * as z from "zod/mini";
import { episodeTypes } from "#lib/pages/content.ts";
import {
  creationFields,
  editorPost,
  postContentFields,
  publicationFields,
  publishedPost,
  updateFields,
} from "./editor-post-shapes.ts";
import {
  booleanField,
  choiceField,
  integerField,
  objectOf,
  orNull,
  positiveIntegerField,
  textField,
  uncheckedFields,
} from "./fields.ts";
import { explanation, id, oneOf } from "./shapes.ts";

const explicitValues = [1, 2, 3] as const;
const explicitMeanings = { 1: "yes, the default", 2: "no", 3: "clean" };

const typeMeanings = {
  full: "an ordinary episode",
  trailer: "an announcement",
  bonus: "beside the ordinary episodes",
  "": "as full",
};

/** The editor episode object: a post with what podcast directories need (contract#episode-fields). */
export const editorEpisode = z.extend(editorPost, {
  type: z.literal("site.Episode"),
  podcast_audio: z.nullable(z.object({ id })),
  episode_number: z.nullable(id),
  episode_type: oneOf(episodeTypes, typeMeanings),
  season: z.nullable(z.object({ id })),
  keywords: z.string(),
  explicit: z
    .literal(explicitValues)
    .register(z.globalRegistry, { description: explanation(explicitMeanings) }),
  block: z.boolean(),
});

export const publishedEpisode = z.extend(editorEpisode, publicationFields);

/** What the post endpoints answer: they show an episode as an episode (contract#episode-endpoints). */
export const editorPostOrEpisode = z.discriminatedUnion("type", [editorPost, editorEpisode]);

/** The same after a publication. */
export const publishedPostOrEpisode = z.discriminatedUnion("type", [publishedPost, publishedEpisode]);

/** An episode's fields beside a post's. Absent means the default on create, and no change on PATCH. */
const episodeFields = {
  podcast_audio: z.optional(orNull(objectOf({ id: integerField() }))),
  episode_number: z.optional(orNull(positiveIntegerField())),
  episode_type: z.optional(choiceField(episodeTypes, typeMeanings)),
  season: z.optional(orNull(objectOf({ id: integerField() }))),
  keywords: z.optional(textField({ maxLength: 255, blank: true })),
  explicit: z.optional(choiceField(explicitValues, explicitMeanings)),
  block: z.optional(booleanField()),
};

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
