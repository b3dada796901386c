/** POST /api/editor/episodes/{id}/unpublish/ — unpublish an episode */
import { permitWithdrawal } from "#lib/access/state-permits.ts";
import { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { unpublishEpisode } from "#lib/routes/editor-state.ts";
import { replayEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { episodeChange, shownEpisode } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  unpublishEpisode,
  async (call) =>
    shownEpisode(call, await unpublishPage(call.params.id, episodeChange(call, permitWithdrawal))),
  { reads: publicationReads, replay: replayEpisode },
);
