/** PATCH /api/editor/media/videos/{id}/ — change what is said of a video */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateVideo } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { changedVideo } from "#lib/surfaces/editor/media-changes.ts";
import { videoDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  updateVideo,
  async ({ params, body, principal, reads }) => {
    const video = await putMedia("video", params.id, (current) => changedVideo(current, body, principal), {
      reads,
    });
    return videoDetailsView(video, editorMediaContext(principal, principal.site));
  },
  {
    reads: mediaChangeReads.video,
    replay: async ({ principal, reads }, outcome) => {
      const video = await readEditorMedia("video", outcome, principal, reads.media);
      return videoDetailsView(video, editorMediaContext(principal, principal.site));
    },
  },
);
