/** GET /api/editor/categories/ — list the categories, and how many posts with each the caller may edit */
import { mayEdit } from "#lib/access/page-permissions.ts";
import { countTerms } from "#lib/catalog/editions/count-terms.ts";
import { currentEditions } from "#lib/catalog/editions/current-editions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { rangeOf } from "#lib/queries/pagination.ts";
import { listCategories } from "#lib/routes/editor-pages.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { categoriesByName } from "#lib/surfaces/editor/editor-site.ts";

export const handler = endpoint(listCategories, async ({ query, principal, request }) => {
  const editions = await currentEditions();
  const counts = countTerms(
    editions,
    (edition) => mayEdit(principal, edition),
    ({ categories }) => categories,
  );
  const categories = categoriesByName(principal.site);
  const { offset, limit } = rangeOf(query, categories.length);
  const items = categories
    .slice(offset, offset + limit)
    .map((category) => ({ ...category, count: counts.get(category.id) ?? 0 }));
  return listEnvelope(items, categories.length, query, request);
});
