import { parseBodyFields } from "#lib/http/parse-body-fields.ts";
import type { EpisodeFields } from "#lib/pages/post-fields.ts";
import { episodeChanges, episodeOnlyNames, postChanges } from "#lib/routes/editor-episode-shapes.ts";
import { parseEpisodeFields } from "./parse-episode-fields.ts";
import { parsePostFields } from "./parse-post-fields.ts";
import type { UpdateBody } from "./update-claim.ts";

type Body = Readonly<Record<string, unknown>>;

/** What a PATCH says, and the author's fields in it. */
interface Changes {
  readonly body: UpdateBody;
  readonly fields: EpisodeFields;
}

/** True when a body to a post endpoint names fields that only episodes have. */
export const namesEpisodeOnlyFields = (body: Body): boolean => episodeOnlyNames.some((name) => name in body);

/**
 * The changes that a PATCH at the post endpoint asks for. What only episodes have is ignored of any other
 * page, as unknown fields are. Refuses one `validation_error` with every problem, and two forms of one
 * section.
 */
export const parsePostOrEpisodeChanges = (body: Body, isEpisode: boolean): Changes => {
  if (!isEpisode) {
    const changes = parseBodyFields(postChanges, body);
    return { body: changes, fields: parsePostFields(changes) };
  }
  const changes = parseBodyFields(episodeChanges, body);
  return { body: changes, fields: { ...parsePostFields(changes), ...parseEpisodeFields(changes) } };
};
