/** GET /api/editor/episodes/{id}/revisions/{revision}/diff/ — compare two revisions of an episode */

import { requireEpisode } from "#lib/access/post-permits.ts";
import { revisionReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { diffEpisodeRevision } from "#lib/routes/editor-history.ts";
import { diffRevision } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(diffEpisodeRevision, (call) => diffRevision(requireEpisode, call), {
  reads: revisionReads,
});
