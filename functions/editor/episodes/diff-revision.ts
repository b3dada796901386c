/** GET /api/editor/episodes/{id}/revisions/{revision}/diff/ — compare two revisions of an episode */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { revisionReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { diffEpisodeRevision } from "#lib/routes/editor-revisions.ts";
import { readComparedRevisions } from "#lib/store/revisions.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { revisionDiffView } from "#lib/surfaces/editor/revision-diff.ts";

export const handler = endpoint(
  diffEpisodeRevision,
  async ({ params, query, principal, reads }) => {
    const found = await readComparedRevisions(params.id, params.revision, query.against, reads.revisions);
    return revisionDiffView(requireEditable(requireEpisode(found), principal), query, postEditor(principal));
  },
  { reads: revisionReads },
);
