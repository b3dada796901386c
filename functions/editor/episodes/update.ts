/** PATCH /api/editor/episodes/{id}/ — save a new draft of an episode */
import { saveReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateEpisode } from "#lib/routes/editor-posts.ts";
import { episodes } from "#lib/surfaces/editor/edited-kind.ts";
import { parseEpisodeFields, parsePostFields } from "#lib/surfaces/editor/parse-post-fields.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { saveChanges } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  updateEpisode,
  (call) => {
    const { body } = call;
    const fields = { ...parsePostFields(body), ...parseEpisodeFields(body) };
    return saveChanges(episodes, call, { body, fields });
  },
  { reads: saveReads, replay: replayEpisode },
);
