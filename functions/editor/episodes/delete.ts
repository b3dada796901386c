/** POST /api/editor/episodes/{id}/delete/ — move an episode to the bin */

import { requireEpisode } from "#lib/access/post-permits.ts";
import { permitDeletion } from "#lib/access/state-permits.ts";
import { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { binPage } from "#lib/actions/pages/remove-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteEpisode } from "#lib/routes/editor-state.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  deleteEpisode,
  async (call) => {
    await binPage(call.params.id, stateChange(requireEpisode, call, permitDeletion));
  },
  { reads: publicationReads, replay: () => undefined },
);
