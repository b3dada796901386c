/** POST /api/editor/media/videos/ — upload a video */
import { mediaAfter } from "#lib/access/media-after.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { uploadVideo } from "#lib/routes/editor-media.ts";
import { editorVideoView } from "#lib/surfaces/editor/editor-media.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { receiveVideo } from "#lib/surfaces/uploads/receive-video.ts";

export const handler = endpoint(
  uploadVideo,
  async (call) => {
    const video = await receiveVideo(call, uploadVideo, "editor");
    const { principal } = call;
    return editorVideoView(video, editorMediaContext(principal, principal.site));
  },
  {
    replay: async ({ principal }, outcome) => {
      const video = await mediaAfter("video", outcome, principal);
      return editorVideoView(video, editorMediaContext(principal, principal.site));
    },
  },
);
