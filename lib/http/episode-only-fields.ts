import type { EpisodeOnlyFields } from "#lib/pages/edit-episode.ts";
import { episodeOnlyChanges } from "#lib/routes/editor-episode-shapes.ts";
import { episodeFields } from "#lib/views/episode-fields.ts";
import { parseFields } from "./parse-fields.ts";

type Body = Readonly<Record<string, unknown>>;

/** True when a body to a post endpoint names fields that only episodes have. */
export const namesEpisodeOnlyFields = (body: Body): boolean =>
  Object.keys(episodeOnlyChanges.shape).some((name) => name in body);

/** Those fields, for a page that is an episode: of any other they are ignored, as unknown fields are. Refuses one `validation_error` with every problem. */
export const episodeOnlyFields = (body: Body): EpisodeOnlyFields =>
  episodeFields(parseFields(episodeOnlyChanges, body));
