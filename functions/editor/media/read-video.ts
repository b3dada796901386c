/** GET /api/editor/media/videos/{id}/ — read a video */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorVideo } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { videoDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  readEditorVideo,
  async ({ params, principal, reads }) => {
    const video = await readEditorMedia("video", params, principal, reads.media);
    return videoDetailsView(video, editorMediaContext(principal, principal.site));
  },
  { reads: mediaReads.video },
);
