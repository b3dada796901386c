import type * as z from "zod/mini";
import type { EpisodeOnlyFields } from "#lib/pages/edit-episode.ts";
import type { episodeOnlyChanges } from "#lib/routes/editor-episode-shapes.ts";

/** The author's fields that only episodes have, of a create or PATCH. */
export const episodeFields = (body: z.output<typeof episodeOnlyChanges>): EpisodeOnlyFields => ({
  podcastAudio: idIn(body.podcast_audio),
  episodeNumber: body.episode_number,
  episodeType: body.episode_type,
  season: idIn(body.season),
  keywords: body.keywords,
  explicit: body.explicit,
  block: body.block,
});

const idIn = (reference: { readonly id: number } | null | undefined): number | null | undefined =>
  reference === null ? null : reference?.id;
