/** GET /api/editor/bin/ — list the posts and episodes in the bin, the last deleted first */
import { mayEdit } from "#lib/access/page-permissions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rangeOf } from "#lib/queries/pagination.ts";
import { listBin } from "#lib/routes/editor-bin.ts";
import { readBin } from "#lib/store/bin.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { binnedPostView } from "#lib/surfaces/editor/binned-post.ts";

export const handler = endpoint(listBin, async ({ query, principal, request }) => {
  const binned = (await readBin()).filter(({ page }) => mayEdit(principal, page));
  const { offset, limit } = rangeOf(query, binned.length);
  const shown = binned.slice(offset, offset + limit);
  const usernames = await readUsernames(shown.map(({ deletedBy }) => deletedBy));
  const items = shown.map((each) => binnedPostView(each, usernames));
  return listEnvelope(items, binned.length, query, request);
});
