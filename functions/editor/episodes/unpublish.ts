/** POST /api/editor/episodes/{id}/unpublish/ — unpublish an episode */
import { permitWithdrawal } from "#lib/access/state-permits.ts";
import { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { unpublishEpisode } from "#lib/routes/editor-state.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  unpublishEpisode,
  async (call) => {
    const change = stateChange(episodes.require, call, permitWithdrawal);
    return shownToEditors(episodes, call, await unpublishPage(call.params.id, change));
  },
  { reads: publicationReads, replay: replayEpisode },
);
