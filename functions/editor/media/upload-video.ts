/** POST /api/editor/media/videos/ — upload a video */
import { mediaAfter } from "#lib/access/editor-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { uploadVideo } from "#lib/routes/editor-media.ts";
import { editorMediaContext, editorVideoView } from "#lib/surfaces/editor/editor-media.ts";
import { receiveVideo } from "#lib/surfaces/uploads/receive-media.ts";

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
