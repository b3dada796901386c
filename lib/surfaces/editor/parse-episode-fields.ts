import { episodeFields } from "#lib/pages/content-fields.ts";
import type { EpisodeOnlyFields } from "#lib/pages/post-fields.ts";
import { sentContent } from "./sent-content.ts";

/** What an episode has beside a post. */
export const parseEpisodeFields = (body: Readonly<Record<string, unknown>>): EpisodeOnlyFields =>
  sentContent(episodeFields, body);
