/** DELETE /api/editor/episodes/{id}/schedule/ — withdraw the approval of an episode */
import { permitUnscheduling } from "#lib/access/state-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { unscheduleEpisode } from "#lib/routes/editor-state.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  unscheduleEpisode,
  async (call) => {
    const change = { ...stateChange(episodes.require, call, permitUnscheduling), publishAt: null };
    return shownToEditors(episodes, call, await schedulePage(call.params.id, change));
  },
  { reads: editReads, replay: replayEpisode },
);
