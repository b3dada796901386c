/** GET /api/editor/media/videos/ — list the videos that the caller may choose */
import { choosableCollections } from "#lib/access/usable-collections.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listVideos } from "#lib/routes/editor-media.ts";
import { siteAt } from "#lib/store/site.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { editorVideoView } from "#lib/surfaces/editor/editor-media.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { videoDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  listVideos,
  async ({ query, principal, request, reads }) => {
    const collections = choosableCollections(principal, "video");
    const catalog = await reads.catalog();
    const list = catalog.mediaList({ ...query, kind: "video", collections, order: "newest" });
    const context = editorMediaContext(principal, await siteAt(catalog.siteVersion));
    const viewOf = query.details ? videoDetailsView : editorVideoView;
    const items = list.media.map((video) => viewOf(video, context));
    return listEnvelope(items, list.total, query.window, request);
  },
  { reads: catalogReads },
);
