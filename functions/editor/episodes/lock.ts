/** PUT /api/editor/episodes/{id}/lock/ — lock an episode for everybody but oneself */
import { permitLock } from "#lib/access/state-permits.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { lockEpisode } from "#lib/routes/editor-state.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  lockEpisode,
  async (call) => {
    const change = { ...stateChange(episodes.require, call, permitLock), ownerId: call.principal.user.id };
    return shownToEditors(episodes, call, await lockPage(call.params.id, change));
  },
  { reads: editReads, replay: replayEpisode },
);
