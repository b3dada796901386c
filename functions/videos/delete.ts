/** DELETE /api/videos/{id}/ — delete a video of the caller's own, with its files */
import { requireOwnDeletable } from "#lib/access/own-media.ts";
import { discardMedia } from "#lib/actions/media/delete-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteOwnVideo } from "#lib/routes/videos.ts";

export const handler = endpoint(
  deleteOwnVideo,
  async ({ params, principal, reads }) => {
    await discardMedia("video", params.id, (video) => requireOwnDeletable("video", video, principal), reads);
  },
  { reads: mediaReads.video, replay: () => {} },
);
