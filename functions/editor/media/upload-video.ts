/** POST /api/editor/media/videos/ — upload a video */
import { endpoint } from "#lib/http/endpoint.ts";
import { editorMediaSurroundings } from "#lib/http/media-editor.ts";
import { uploadVideo } from "#lib/routes/editor-media.ts";
import { receiveVideo } from "#lib/uploads/receive-video.ts";
import { editorVideoView } from "#lib/views/editor-media.ts";

export const handler = endpoint(uploadVideo, async (call) => {
  const video = await receiveVideo(call, uploadVideo, "editor");
  const { principal } = call;
  return editorVideoView(video, editorMediaSurroundings(principal, principal.site));
});
