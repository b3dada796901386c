/** POST /api/editor/episodes/{id}/workflow/request_changes/ — hand an episode back to its authors */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { requestChangesOfEpisode } from "#lib/routes/editor-state.ts";
import { episodes } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { takeStep } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  requestChangesOfEpisode,
  (call) => takeStep(episodes, "request_changes", call),
  { reads: editReads, replay: replayEpisode },
);
