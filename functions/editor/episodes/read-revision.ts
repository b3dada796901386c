/** GET /api/editor/episodes/{id}/revisions/{revision}/ — read an episode from one of its revisions */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { revisionReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readEpisodeRevision } from "#lib/routes/editor-revisions.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { shownEpisodeRevisionView } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(
  readEpisodeRevision,
  async ({ params, principal, reads }) => {
    const found = await reads.revisions(params.id, params.revision);
    const { page, revisions } = requireEditable(requireEpisode(found), principal);
    const [revision] = revisions;
    if (!revision) throw new Refusal("not_found", { detail: "Revision not found." });
    const context = await postEditor(principal).viewContextOf({ page, latest: revision });
    return shownEpisodeRevisionView(page, revision, context);
  },
  { reads: revisionReads },
);
