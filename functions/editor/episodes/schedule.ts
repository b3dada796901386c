/** PUT /api/editor/episodes/{id}/schedule/ — approve the latest revision of an episode for a time */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { clock } from "#lib/clock.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { scheduleEpisode } from "#lib/routes/editor-state.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { approval } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  scheduleEpisode,
  async (call) => {
    const change = approval(episodes.require, call, clock.now());
    return shownToEditors(episodes, call, await schedulePage(call.params.id, change));
  },
  { reads: editReads, replay: replayEpisode },
);
