/** GET /api/cms/images/ — list the images that the caller may view */

import { viewerOf } from "#lib/access/principal.ts";
import { openCollections } from "#lib/access/visible-media.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listViewableImages } from "#lib/routes/images.ts";
import { siteAt } from "#lib/store/site.ts";
import { pageListEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { imageItemView } from "#lib/surfaces/content/media-view.ts";

export const handler = endpoint(
  listViewableImages,
  async ({ query, caller, request, reads }) => {
    const catalog = await reads.catalog();
    const { settings, collections } = await siteAt(catalog.siteVersion);
    const open = openCollections(viewerOf(caller), collections);
    const { total, media } = catalog.mediaList({ ...query, kind: "image", collections: open });
    const base = settings.baseUrl ?? request.origin;
    const items = media.map((image) => imageItemView(image, query.selection, base));
    return pageListEnvelope(items, total, query, request);
  },
  { reads: catalogReads },
);
