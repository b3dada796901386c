/** GET /api/videos/ — list the caller's own videos */
import { ownCollections } from "#lib/access/usable-collections.ts";
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnVideos } from "#lib/routes/videos.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { legacyVideoView } from "#lib/surfaces/legacy/legacy-media.ts";

export const handler = endpoint(
  listOwnVideos,
  async ({ query: window, principal, request, reads }) => {
    const catalog = await reads.catalog();
    const { total, media } = catalog.mediaList({
      kind: "video",
      collections: ownCollections(principal),
      ownerId: principal.user.id,
      order: "newest",
      window,
    });
    const items = media.map((video) => legacyVideoView(video, request.origin));
    return listEnvelope(items, total, window, request);
  },
  { reads: catalogReads },
);
