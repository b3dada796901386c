import { parseBodyFields } from "#lib/http/parse-body-fields.ts";
import { reportUnknown, type WriteReport } from "#lib/http/write-report.ts";
import type { EpisodeFields } from "#lib/pages/post-fields.ts";
import { episodeChanges, episodeOnlyNames, postChanges } from "#lib/routes/editor-episode-shapes.ts";
import { parseEpisodeFields } from "./parse-episode-fields.ts";
import { parsePostFields } from "./parse-post-fields.ts";
import type { UpdateBody } from "./update-claim.ts";

type Body = Readonly<Record<string, unknown>>;

/** The body of a PATCH, and the author's fields in it. */
export interface ParsedChanges {
  readonly body: UpdateBody;
  readonly fields: EpisodeFields;
}

export const namesEpisodeOnlyFields = (body: Body): boolean => episodeOnlyNames.some((name) => name in body);

/** Parses a PATCH at the post endpoint; ignores episodes' fields for other pages. Reports all problems. */
export const parsePostOrEpisodeChanges = (
  body: Body,
  isEpisode: boolean,
  report?: WriteReport,
): ParsedChanges => {
  if (!isEpisode) {
    const changes = parseBodyFields(postChanges, body);
    reportUnknown(report, body, changes);
    return { body: changes, fields: parsePostFields(changes) };
  }
  const changes = parseBodyFields(episodeChanges, body);
  reportUnknown(report, body, changes);
  return { body: changes, fields: { ...parsePostFields(changes), ...parseEpisodeFields(changes) } };
};
