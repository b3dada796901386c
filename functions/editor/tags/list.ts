/** GET /api/editor/tags/ — list the tags of the posts that the caller may edit */
import { mayEdit } from "#lib/access/page-permissions.ts";
import { editorListingReads } from "#lib/catalog/current/current-editor-listings.ts";
import { countTerms } from "#lib/catalog/editor-listings/editor-listings.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listTags } from "#lib/routes/editor-pages.ts";
import { readTagSlugs } from "#lib/store/tags.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";

export const handler = endpoint(
  listTags,
  async ({ query, principal, request, reads }) => {
    const { part, window } = query;
    const listings = await reads.listings();
    const counts = countTerms(
      listings,
      (listing) => mayEdit(principal, listing),
      ({ tags }) => tags,
    );
    const names = [...counts.keys()].filter((name) => name.toLowerCase().includes(part)).sort();
    return listWindow(names, window, request, async (shown) => {
      const slugs = await readTagSlugs(shown);
      return shown.map((name) => ({ slug: slugs.get(name) ?? null, name, count: counts.get(name) ?? 0 }));
    });
  },
  { reads: editorListingReads },
);
