/** GET /api/editor/episodes/{id}/history/ — list what was done to an episode, the newest first */

import { requireEpisode } from "#lib/access/post-permits.ts";
import { rowReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEpisodeHistory } from "#lib/routes/editor-history.ts";
import { listHistory } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(listEpisodeHistory, (call) => listHistory(requireEpisode, call), {
  reads: rowReads,
});
