/** GET /api/editor/parents/ — list the blogs and podcasts that the caller may add to */
import { mayWithParent } from "#lib/access/may.ts";
import { mayAddPosts } from "#lib/access/page-permissions.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { sliceOf } from "#lib/queries/pagination.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readPages } from "#lib/store/pages.ts";
import { treePath } from "#lib/surfaces/content/page-context.ts";
import { editorParentView } from "#lib/surfaces/editor/editor-lists.ts";
import { withMay } from "#lib/surfaces/editor/with-may.ts";

export const handler = endpoint(
  listParents,
  async ({ principal, query, reads }) => {
    const catalog = await reads.catalog();
    const parents = catalog.containers().filter((parent) => mayAddPosts(principal, parent));
    const shown = sliceOf(parents, query);
    // The catalog does not know the owners, on whom a permission may depend.
    const rows = query.may ? await readPages(shown.map(({ id }) => id)) : [];
    return shown.map((parent, index) =>
      withMay(editorParentView(parent, treePath(catalog, parent)), query, () =>
        mayWithParent(principal, rows[index]),
      ),
    );
  },
  { reads: catalogReads },
);
