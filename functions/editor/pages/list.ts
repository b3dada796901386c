/** GET /api/editor/pages/ — list the pages that the caller may edit, drafts too */
import { mayEdit } from "#lib/access/page-permissions.ts";
import { currentEditions } from "#lib/catalog/editions/current-editions.ts";
import { findEditions } from "#lib/catalog/editions/find-editions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { editionView } from "#lib/surfaces/editor/edition.ts";

export const handler = endpoint(listEditablePages, async ({ query, principal, request }) => {
  const editions = await currentEditions();
  const pages = editions.byId;
  const savers = query.author === undefined ? [] : [...pages.values()].map(({ summary }) => summary.savedBy);
  const found = findEditions(editions, query, {
    categories: principal.site.categories,
    usernames: await readUsernames(savers),
    mayEdit: (edition) => mayEdit(principal, edition),
  });
  return listWindow(found, query.window, request, async (shown) => {
    const people = shown.flatMap(({ summary, lock }) => [summary.savedBy, lock?.ownerId ?? null]);
    const usernames = await readUsernames(people);
    return shown.map((edition) => editionView(edition, { pages, usernames }));
  });
});
