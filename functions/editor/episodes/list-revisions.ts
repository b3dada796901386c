/** GET /api/editor/episodes/{id}/revisions/ — list the revisions of an episode, the newest first */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rangeOf } from "#lib/queries/pagination.ts";
import { listEpisodeRevisions } from "#lib/routes/editor-revisions.ts";
import { readPageWithRevisions, readRevisionEntries } from "#lib/store/revisions.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { revisionEntryView } from "#lib/surfaces/editor/revisions.ts";

export const handler = endpoint(listEpisodeRevisions, async ({ params, query, principal, request }) => {
  const { page } = requireEditable(requireEpisode(await readPageWithRevisions(params.id, [])), principal);
  const revisions = await readRevisionEntries(page.id);
  const { offset, limit } = rangeOf(query, revisions.length);
  const shown = revisions.slice(offset, offset + limit);
  const usernames = await readUsernames(shown.map(({ authorId }) => authorId));
  const items = shown.map((revision) => revisionEntryView(revision, page, usernames));
  return listEnvelope(items, revisions.length, query, request);
});
