/** GET /api/editor/parents/{id}/seasons/ — list the seasons of a podcast */
import { mayAddPosts, mayEdit } from "#lib/access/page-permissions.ts";
import { currentEditions } from "#lib/catalog/current/editions-now.ts";
import { countTerms } from "#lib/catalog/editions/editions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { isBlog } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";
import { readPage } from "#lib/store/pages.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";

export const handler = endpoint(listSeasons, async ({ params, query, principal, request }) => {
  const parent = await readPage(params.id);
  if (!parent || !isBlog(parent.kind)) throw new Refusal("not_found", { detail: "Parent not found." });
  if (!mayAddPosts(principal, parent) && !mayEdit(principal, parent)) throw new Refusal("permission_denied");
  const { seasons = [] } = parent;
  const editions = await currentEditions();
  const counts = countTerms(
    editions,
    (edition) => edition.parentId === parent.id && mayEdit(principal, edition),
    ({ season }) => [season],
  );
  return listWindow(seasons, query, request, (shown) =>
    shown.map(({ id, key, number, name }) => ({ id, slug: key, number, name, count: counts.get(id) ?? 0 })),
  );
});
