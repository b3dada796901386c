/** POST /api/editor/episodes/{id}/workflow/request_changes/ — hand an episode back to its authors */
import { permitWorkflowStep } from "#lib/access/state-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { takeWorkflowStep } from "#lib/actions/pages/take-workflow-step.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { requestChangesOfEpisode } from "#lib/routes/editor-state.ts";
import { replayEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { episodeChange, shownEpisode } from "#lib/surfaces/editor/state-change.ts";

const step = "request_changes";

export const handler = endpoint(
  requestChangesOfEpisode,
  async (call) => {
    const { workflows } = call.principal.site;
    const change = { ...episodeChange(call, permitWorkflowStep(step)), step, workflows } as const;
    return shownEpisode(call, await takeWorkflowStep(call.params.id, change));
  },
  { reads: editReads, replay: replayEpisode },
);
