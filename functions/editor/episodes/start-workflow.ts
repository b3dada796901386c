/** POST /api/editor/episodes/{id}/workflow/start/ — start or resume the workflow of an episode */
import { permitWorkflowStep } from "#lib/access/state-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { takeWorkflowStep } from "#lib/actions/pages/take-workflow-step.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { startWorkflowOfEpisode } from "#lib/routes/editor-state.ts";
import { replayEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { episodeChange, shownEpisode } from "#lib/surfaces/editor/state-change.ts";

const step = "start";

export const handler = endpoint(
  startWorkflowOfEpisode,
  async (call) => {
    const { workflows } = call.principal.site;
    const change = { ...episodeChange(call, permitWorkflowStep(step)), step, workflows } as const;
    return shownEpisode(call, await takeWorkflowStep(call.params.id, change));
  },
  { reads: editReads, replay: replayEpisode },
);
