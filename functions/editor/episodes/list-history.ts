/** GET /api/editor/episodes/{id}/history/ — list what was done to an episode, the newest first */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { rowReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEpisodeHistory } from "#lib/routes/editor-revisions.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { historyEntryView } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(
  listEpisodeHistory,
  async ({ params, query, principal, request, reads }) => {
    const { page } = requireEditable(requireEpisode(await reads.row(params.id)), principal);
    return listWindow((await readAudit(page.id)).reverse(), query, request, async (shown) => {
      const usernames = await readUsernames(shown.map(({ userId }) => userId));
      return shown.map((entry) => historyEntryView(entry, usernames));
    });
  },
  { reads: rowReads },
);
