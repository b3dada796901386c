/** GET /api/editor/parents/{id}/seasons/ — list the seasons of a podcast */
import { mayAddPosts, mayEdit } from "#lib/access/page-permissions.ts";
import { currentEditorListings } from "#lib/catalog/current/current-editor-listings.ts";
import { countTerms } from "#lib/catalog/editor-listings/editor-listings.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { isBlog } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";
import { readPage } from "#lib/store/pages.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";

export const handler = endpoint(listSeasons, async ({ params, query, principal, request }) => {
  const parent = await readPage(params.id);
  if (!parent || !isBlog(parent)) throw new Refusal("not_found", { detail: "Parent not found." });
  if (!mayAddPosts(principal, parent) && !mayEdit(principal, parent)) throw new Refusal("permission_denied");
  const { seasons = [] } = parent;
  const listings = await currentEditorListings();
  const counts = countTerms(
    listings,
    (listing) => listing.parentId === parent.id && mayEdit(principal, listing),
    ({ season }) => [season],
  );
  return listWindow(seasons, query, request, (shown) =>
    shown.map(({ id, key, number, name }) => ({ id, slug: key, number, name, count: counts.get(id) ?? 0 })),
  );
});
