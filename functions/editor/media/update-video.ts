/** PATCH /api/editor/media/videos/{id}/ — change what is said of a video */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateVideo } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { changedVideo } from "#lib/surfaces/editor/media-changes.ts";
import { videoDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  updateVideo,
  async ({ params, body, principal }) => {
    const video = await putMedia("video", params.id, (current) => changedVideo(current, body, principal));
    return videoDetailsView(video, editorMediaContext(principal, principal.site));
  },
  {
    replay: async ({ principal }, outcome) => {
      const video = await readEditorMedia("video", outcome, principal);
      return videoDetailsView(video, editorMediaContext(principal, principal.site));
    },
  },
);
