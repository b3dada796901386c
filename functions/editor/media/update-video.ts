/** PATCH /api/editor/media/videos/{id}/ — change what is said of a video */
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateVideo } from "#lib/routes/editor-media-objects.ts";
import { changeMediaAs, readMediaAgainAs } from "#lib/surfaces/editor/edited-media.ts";
import { videos } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(updateVideo, changeMediaAs(videos), {
  reads: mediaChangeReads.video,
  replay: readMediaAgainAs(videos),
});
