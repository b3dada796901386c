/** GET /api/editor/parents/ — list the blogs and podcasts that the caller may add to */
import { mayAddPosts } from "#lib/access/page-permissions.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { sliceOf } from "#lib/queries/pagination.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { treePath } from "#lib/surfaces/content/page-context.ts";
import { editorParentView } from "#lib/surfaces/editor/editor-lists.ts";

export const handler = endpoint(
  listParents,
  async ({ principal, query: slice, reads }) => {
    const catalog = await reads.catalog();
    const parents = catalog.containers().filter((parent) => mayAddPosts(principal, parent));
    return sliceOf(parents, slice).map((parent) => editorParentView(parent, treePath(catalog, parent)));
  },
  { reads: catalogReads },
);
