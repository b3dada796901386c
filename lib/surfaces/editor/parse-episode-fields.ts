import type * as z from "zod/mini";
import type { EveryField } from "#lib/pages/field-names.ts";
import type { EpisodeOnlyFields } from "#lib/pages/post-fields.ts";
import type { episodeChanges } from "#lib/routes/editor-episode-shapes.ts";

type Changes = Partial<
  Pick<
    z.output<typeof episodeChanges>,
    "podcast_audio" | "episode_number" | "episode_type" | "season" | "keywords" | "explicit" | "block"
  >
>;

export const parseEpisodeFields = (body: Changes): EveryField<EpisodeOnlyFields> => ({
  podcastAudio: idIn(body.podcast_audio),
  episodeNumber: body.episode_number,
  episodeType: body.episode_type,
  season: idIn(body.season),
  keywords: body.keywords,
  explicit: body.explicit,
  block: body.block,
  // Manifests say who takes part.
  persons: undefined,
});

const idIn = (reference: { readonly id: number } | null | undefined): number | null | undefined =>
  reference === null ? null : reference?.id;
