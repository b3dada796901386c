/** GET /api/editor/categories/ — list the categories, and how many posts with each the caller may edit */
import { mayEdit } from "#lib/access/page-permissions.ts";
import { editorListingReads } from "#lib/catalog/current/current-editor-listings.ts";
import { countTerms } from "#lib/catalog/editor-listings/editor-listings.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listCategories } from "#lib/routes/editor-pages.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { categoriesByName } from "#lib/surfaces/editor/editor-site.ts";

export const handler = endpoint(
  listCategories,
  async ({ query, principal, request, reads }) => {
    const listings = await reads.listings();
    const counts = countTerms(
      listings,
      (listing) => mayEdit(principal, listing),
      ({ categories }) => categories,
    );
    return listWindow(categoriesByName(principal.site), query, request, (shown) =>
      shown.map((category) => ({ ...category, count: counts.get(category.id) ?? 0 })),
    );
  },
  { reads: editorListingReads },
);
