/** POST /api/editor/episodes/{id}/revisions/{revision}/restore/ — bring back a revision of an episode */
import { revertReads } from "#lib/actions/pages/page-reads.ts";
import { restoreRevision } from "#lib/actions/pages/save-draft.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { savingClient } from "#lib/http/request.ts";
import { restoreEpisodeRevision } from "#lib/routes/editor-state.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { revert } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  restoreEpisodeRevision,
  async (call) => {
    const { params, principal, request } = call;
    const change = { client: savingClient(principal, request), ...revert(episodes.require, call) };
    return shownToEditors(episodes, call, await restoreRevision(params.id, params.revision, change));
  },
  { reads: revertReads, replay: replayEpisode },
);
