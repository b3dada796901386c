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

export interface EpisodeContext extends EditingContext {
  readonly seasons: ReadonlySet<number>;
}

/** A new episode's content. Refuses in the order of contract#create-stages. */
export const newEpisodeContent = (
  fields: New<EpisodeFields>,
  context: EpisodeContext,
  now: string,
): EpisodeContent => {
  const content = firstContent({ ...blankPost(fields, now), ...episodeDefaults }, fields, context);
  checkEpisodeReferences(fields, context);
  return requireSlug(content);
};

/** The episode with the author's changes, as in `editedPost`, but in the order of contract#update-stages. */
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
