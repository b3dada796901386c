/** GET /api/videos/{id}/ — read a video of the caller's own */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readOwnVideo } from "#lib/routes/videos.ts";
import { legacyVideoView } from "#lib/surfaces/legacy/legacy-media.ts";
import { readOwnMediaAs } from "#lib/surfaces/legacy/read-own-media.ts";

export const handler = endpoint(readOwnVideo, readOwnMediaAs("video", legacyVideoView), {
  reads: mediaReads.video,
});
