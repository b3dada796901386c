/** GET /api/videos/{id}/ — read a video of the caller's own */
import { requireOwn } from "#lib/access/own-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readOwnVideo } from "#lib/routes/videos.ts";
import { legacyVideoView } from "#lib/surfaces/legacy/legacy-media.ts";

export const handler = endpoint(
  readOwnVideo,
  async ({ params, principal, request, reads }) => {
    const video = await reads.media("video", params.id);
    return legacyVideoView(requireOwn("video", video, principal), request.origin);
  },
  { reads: mediaReads.video },
);
