/** GET /api/editor/media/videos/{id}/ — read a video */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorVideo } from "#lib/routes/editor-media-objects.ts";
import { readMediaAs } from "#lib/surfaces/editor/edited-media.ts";
import { videos } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(readEditorVideo, readMediaAs(videos), {
  reads: mediaReads.video,
});
