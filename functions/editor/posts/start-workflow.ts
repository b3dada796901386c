/** POST /api/editor/posts/{id}/workflow/start/ — start or resume the workflow of a post */
import { permitWorkflowStep } from "#lib/access/state-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { takeWorkflowStep } from "#lib/actions/pages/take-workflow-step.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { startWorkflowOfPost } from "#lib/routes/editor-state.ts";
import { replayPostOrEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { postChange, shownPost } from "#lib/surfaces/editor/state-change.ts";

const step = "start";

export const handler = endpoint(
  startWorkflowOfPost,
  async (call) => {
    const { workflows } = call.principal.site;
    const change = { ...postChange(call, permitWorkflowStep(step)), step, workflows } as const;
    return shownPost(call, await takeWorkflowStep(call.params.id, change));
  },
  { reads: editReads, replay: replayPostOrEpisode },
);
