/** POST /api/editor/episodes/{id}/workflow/start/ — start or resume the workflow of an episode */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { startWorkflowOfEpisode } from "#lib/routes/editor-state.ts";
import { episodes } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { takeStep } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(startWorkflowOfEpisode, (call) => takeStep(episodes, "start", call), {
  reads: editReads,
  replay: replayEpisode,
});
