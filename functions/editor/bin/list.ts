/** GET /api/editor/bin/ — list the posts and episodes in the bin, the last deleted first */
import { mayEdit } from "#lib/access/page-permissions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listBin } from "#lib/routes/editor-bin.ts";
import { readBin } from "#lib/store/bin.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { binnedPostView } from "#lib/surfaces/editor/editor-lists.ts";

export const handler = endpoint(listBin, async ({ query, principal, request }) => {
  const binned = (await readBin()).filter(({ page }) => mayEdit(principal, page));
  return listWindow(binned, query, request, async (shown) => {
    const usernames = await readUsernames(shown.map(({ deletedBy }) => deletedBy));
    return shown.map((each) => binnedPostView(each, usernames));
  });
});
