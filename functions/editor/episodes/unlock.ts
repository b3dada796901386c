/** DELETE /api/editor/episodes/{id}/lock/ — remove the edit lock of an episode */
import { permitUnlock } from "#lib/access/state-permits.ts";
import { unlockPage } from "#lib/actions/pages/lock-page.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { unlockEpisode } from "#lib/routes/editor-state.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  unlockEpisode,
  async (call) => {
    const change = stateChange(episodes.require, call, permitUnlock);
    return shownToEditors(episodes, call, await unlockPage(call.params.id, change));
  },
  { reads: editReads, replay: replayEpisode },
);
