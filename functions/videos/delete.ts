/** DELETE /api/videos/{id}/ — delete a video of the caller's own, with its files */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteOwnVideo } from "#lib/routes/own-media.ts";
import { deleteOwn, ownVideos } from "#lib/surfaces/legacy/own-media.ts";

export const handler = endpoint(deleteOwnVideo, deleteOwn(ownVideos), {
  reads: mediaReads.video,
  replay: () => {},
});
