/** GET /api/editor/media/images/ — list the images that the caller may choose */
import { choosableCollections } from "#lib/access/usable-collections.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listImages } from "#lib/routes/editor-media.ts";
import { siteAt } from "#lib/store/site.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { editorImageView } from "#lib/surfaces/editor/editor-media.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { imageDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  listImages,
  async ({ query, principal, request, reads }) => {
    const collections = choosableCollections(principal, "image");
    const catalog = await reads.catalog();
    const list = catalog.mediaList({ ...query, kind: "image", collections, order: "newest" });
    const context = editorMediaContext(principal, await siteAt(catalog.siteVersion));
    const viewOf = query.details ? imageDetailsView : editorImageView;
    const items = list.media.map((image) => viewOf(image, context));
    return listEnvelope(items, list.total, query.window, request);
  },
  { reads: catalogReads },
);
