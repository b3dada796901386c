/** POST /api/editor/episodes/{id}/workflow/approve/ — approve the current task of the workflow */
import { permitWorkflowStep } from "#lib/access/state-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { takeWorkflowStep } from "#lib/actions/pages/take-workflow-step.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { approveEpisode } from "#lib/routes/editor-state.ts";
import { replayEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { episodeChange, shownEpisode } from "#lib/surfaces/editor/state-change.ts";

const step = "approve";

export const handler = endpoint(
  approveEpisode,
  async (call) => {
    const { workflows } = call.principal.site;
    const change = { ...episodeChange(call, permitWorkflowStep(step)), step, workflows } as const;
    return shownEpisode(call, await takeWorkflowStep(call.params.id, change));
  },
  { reads: editReads, replay: replayEpisode },
);
