/** GET /api/videos/{id}/ — read a video of the caller's own */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readOwnVideo } from "#lib/routes/own-media.ts";
import { ownVideos, readOwn } from "#lib/surfaces/legacy/own-media.ts";

export const handler = endpoint(readOwnVideo, readOwn(ownVideos), { reads: mediaReads.video });
