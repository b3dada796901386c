/** PATCH /api/editor/media/videos/{id}/ — change what is said of a video */
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateVideo } from "#lib/routes/editor-media-objects.ts";
import { videos } from "#lib/surfaces/editor/editor-media.ts";
import { changeMediaAs, readMediaAgainAs } from "#lib/surfaces/editor/media/one-media.ts";

export const handler = endpoint(updateVideo, changeMediaAs(videos), {
  reads: mediaChangeReads.video,
  replay: readMediaAgainAs(videos),
});
