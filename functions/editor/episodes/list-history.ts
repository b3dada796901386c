/** GET /api/editor/episodes/{id}/history/ — list what was done to an episode, the newest first */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rangeOf } from "#lib/queries/pagination.ts";
import { listEpisodeHistory } from "#lib/routes/editor-revisions.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { historyEntryView } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(listEpisodeHistory, async ({ params, query, principal, request }) => {
  const { page } = requireEditable(requireEpisode(await readPageWithRevisions(params.id, [])), principal);
  const entries = (await readAudit(page.id)).reverse();
  const { offset, limit } = rangeOf(query, entries.length);
  const shown = entries.slice(offset, offset + limit);
  const usernames = await readUsernames(shown.map(({ userId }) => userId));
  const items = shown.map((entry) => historyEntryView(entry, usernames));
  return listEnvelope(items, entries.length, query, request);
});
