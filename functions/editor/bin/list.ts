/** GET /api/editor/bin/ — list the posts and episodes in the bin, the last deleted first */
import { mayInBin } from "#lib/access/may.ts";
import { mayEdit } from "#lib/access/page-permissions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { BinnedPage, Page } from "#lib/pages/page.ts";
import { listBin } from "#lib/routes/editor-bin.ts";
import { settledInOrder } from "#lib/settled.ts";
import { readBin } from "#lib/store/bin.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readPages } from "#lib/store/pages.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { binnedPostView } from "#lib/surfaces/editor/editor-lists.ts";
import { withMay } from "#lib/surfaces/editor/with-may.ts";

export const handler = endpoint(listBin, async ({ query, principal, request }) => {
  const binned = (await readBin()).filter(({ page }) => mayEdit(principal, page));
  return listWindow(binned, query, request, async (shown) => {
    const [usernames, parents] = await settledInOrder(
      inOneRead(() => [
        readUsernames(shown.map(({ deletedBy }) => deletedBy)),
        query.may ? parentsOf(shown) : undefined,
      ]),
    );
    return shown.map((each) =>
      withMay(binnedPostView(each, usernames), query, () =>
        mayInBin(principal, each, parents?.get(each.page.parentId)),
      ),
    );
  });
});

/** The pages above these that are still there, by id. One request per 100. */
const parentsOf = async (binned: readonly BinnedPage[]): Promise<ReadonlyMap<number, Page>> => {
  const ids = new Set(binned.map(({ page }) => page.parentId));
  return new Map((await readPages([...ids])).flatMap((page) => (page ? [[page.id, page]] : [])));
};
