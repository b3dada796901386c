/** GET /api/editor/episodes/{id}/revisions/ — list the revisions of an episode, the newest first */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { rowReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEpisodeRevisions } from "#lib/routes/editor-revisions.ts";
import { readRevisionEntries } from "#lib/store/revisions.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { revisionEntryView } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(
  listEpisodeRevisions,
  async ({ params, query, principal, request, reads }) => {
    const { page } = requireEditable(requireEpisode(await reads.row(params.id)), principal);
    return listWindow(await readRevisionEntries(page.id), query, request, async (shown) => {
      const usernames = await readUsernames(shown.map(({ authorId }) => authorId));
      return shown.map((revision) => revisionEntryView(revision, page, usernames));
    });
  },
  { reads: rowReads },
);
