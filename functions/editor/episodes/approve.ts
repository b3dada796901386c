/** POST /api/editor/episodes/{id}/workflow/approve/ — approve the current task of the workflow */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { approveEpisode } from "#lib/routes/editor-state.ts";
import { episodes } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { takeStep } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(approveEpisode, (call) => takeStep(episodes, "approve", call), {
  reads: editReads,
  replay: replayEpisode,
});
