/** POST /api/editor/episodes/ — create a draft episode of a podcast */
import { creationReads } from "#lib/actions/pages/create-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createEpisode } from "#lib/routes/editor-posts.ts";
import { editorEpisodeView } from "#lib/surfaces/editor/editor-post.ts";
import { parseEpisodeFields, parseNewPostFields } from "#lib/surfaces/editor/parse-post-fields.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { saveNewPage } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  createEpisode,
  (call) => {
    const fields = { ...parseNewPostFields(call.body), ...parseEpisodeFields(call.body) };
    return saveNewPage("episode", call, fields, editorEpisodeView);
  },
  { reads: creationReads, replay: replayEpisode },
);
