import * as z from "zod/mini";
import { episodeFields } from "#lib/pages/content-fields.ts";
import { sentFields, shownFields } from "./content-shapes.ts";
import {
  creationFields,
  editorPost,
  postContentFields,
  publicationFields,
  publishedPost,
  updateFields,
} from "./editor-post-shapes.ts";
import { uncheckedFields } from "./fields.ts";

/** The editor episode object: a post with what podcast directories need (contract#episode-fields). */
export const editorEpisode = z.extend(editorPost, {
  type: z.literal("site.Episode"),
  ...shownFields(episodeFields),
});

export const publishedEpisode = z.extend(editorEpisode, publicationFields);

/** The answer of post endpoints, which show an episode as an episode (contract#episode-endpoints). */
export const editorPostOrEpisode = z.discriminatedUnion("type", [editorPost, editorEpisode]);

/** The answer of post endpoints after a publication. */
export const publishedPostOrEpisode = z.discriminatedUnion("type", [publishedPost, publishedEpisode]);

/**
 * An episode's fields beside a post's. Absent means the default on create, and no change on PATCH.
 */
const sentByEpisodes = sentFields(episodeFields);

export const episodeOnlyNames: readonly string[] = Object.keys(sentByEpisodes);

export const newEpisode = z.object({ ...postContentFields, ...sentByEpisodes, ...creationFields });

export const episodeChanges = z.object({ ...postContentFields, ...sentByEpisodes, ...updateFields });

export const postChanges = z.object({ ...postContentFields, ...updateFields });

/** The body of a PATCH at the post endpoint, which is parsed once it is known what the page is. */
export const postOrEpisodeChanges = uncheckedFields({
  ...postContentFields,
  ...sentByEpisodes,
  ...updateFields,
});
