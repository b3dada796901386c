/** GET /api/editor/episodes/{id}/revisions/{revision}/ — read an episode from one of its revisions */
import { revisionReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEpisodeRevision } from "#lib/routes/editor-history.ts";
import { episodes } from "#lib/surfaces/editor/edited-kind.ts";
import { showRevision } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(readEpisodeRevision, (call) => showRevision(episodes, call), {
  reads: revisionReads,
});
