/** GET /api/editor/episodes/{id}/revisions/ — list the revisions of an episode, the newest first */

import { requireEpisode } from "#lib/access/post-permits.ts";
import { rowReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEpisodeRevisions } from "#lib/routes/editor-history.ts";
import { listRevisions } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(listEpisodeRevisions, (call) => listRevisions(requireEpisode, call), {
  reads: rowReads,
});
