/** GET /api/videos/ — list the caller's own videos */
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnVideos } from "#lib/routes/videos.ts";
import { legacyVideoView } from "#lib/surfaces/legacy/legacy-media.ts";
import { listOwnMediaAs } from "#lib/surfaces/legacy/list-own-media.ts";

export const handler = endpoint(listOwnVideos, listOwnMediaAs("video", legacyVideoView), {
  reads: catalogReads,
});
