/** DELETE /api/editor/media/videos/{id}/ — delete a video that no page uses, with its files */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteVideo } from "#lib/routes/editor-media-objects.ts";
import { deleteMediaOf } from "#lib/surfaces/editor/edited-media.ts";

export const handler = endpoint(deleteVideo, deleteMediaOf("video"), {
  reads: mediaReads.video,
  replay: () => {},
});
