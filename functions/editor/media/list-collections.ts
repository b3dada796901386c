/** GET /api/editor/media/collections/ — list the collections that the caller may put media into */
import { uploadCollections } from "#lib/access/usable-collections.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listCollections } from "#lib/routes/editor-media.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { uploadCollectionView } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(listCollections, ({ query, principal, request }) => {
  const { kind, window } = query;
  const usable = uploadCollections(principal, kind);
  return listWindow(usable, window, request, (shown) => shown.map(uploadCollectionView));
});
