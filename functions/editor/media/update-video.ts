/** PATCH /api/editor/media/videos/{id}/ — change what is said of a video */
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateVideo } from "#lib/routes/editor-media-objects.ts";
import { videoDetailsView } from "#lib/surfaces/editor/editor-media.ts";
import { changeMediaAs } from "#lib/surfaces/editor/media/change-media.ts";
import { readMediaAgainAs } from "#lib/surfaces/editor/media/read-media.ts";
import { changedVideo } from "#lib/surfaces/editor/media-changes.ts";

export const handler = endpoint(updateVideo, changeMediaAs("video", changedVideo, videoDetailsView), {
  reads: mediaChangeReads.video,
  replay: readMediaAgainAs("video", videoDetailsView),
});
