import { invalid } from "#lib/refusals/refuse-problems.ts";
import { type EpisodeContent, episodeDefaults } from "./content.ts";
import {
  blankPost,
  checkPostReferences,
  type EditingContext,
  editedPost,
  firstContent,
  type New,
  requireSlug,
} from "./edit-post.ts";
import type { EpisodeFields } from "./post-fields.ts";

/** What an author's fields of an episode are checked against. */
export interface EpisodeContext extends EditingContext {
  /** Ids of the parent podcast's seasons. */
  readonly seasons: ReadonlySet<number>;
}

/**
 * The content of a new episode. Refuses what is wrong with the cover, the categories, the body, the audio,
 * the season and the slug, in this order (contract#create-stages).
 */
export const newEpisodeContent = (
  fields: New<EpisodeFields>,
  context: EpisodeContext,
  now: string,
): EpisodeContent => {
  const content = firstContent({ ...blankPost(fields, now), ...episodeDefaults }, fields, context);
  checkEpisodeReferences(fields, context);
  return requireSlug(content);
};

/**
 * The episode with an author's changes, as `editedPost` makes them. Refuses what is wrong with the cover, the
 * categories, the audio, the season and the body, in this order (contract#update-stages).
 */
export const editedEpisode = (
  latest: EpisodeContent,
  fields: EpisodeFields,
  context: EpisodeContext,
): EpisodeContent => {
  checkPostReferences(fields, context);
  checkEpisodeReferences(fields, context);
  return editedPost(latest, fields, context);
};

const checkEpisodeReferences = ({ podcastAudio, season }: EpisodeFields, context: EpisodeContext): void => {
  if (typeof podcastAudio === "number" && !context.media.audio.has(podcastAudio))
    throw invalid("podcast_audio.id", "not_found", `Audio ${podcastAudio} was not found.`);
  if (typeof season === "number" && !context.seasons.has(season))
    throw invalid("season", "invalid", `The podcast has no season ${season}.`);
};
