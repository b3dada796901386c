/** POST /api/editor/media/audios/ — upload an audio */
import { endpoint } from "#lib/http/endpoint.ts";
import { editorMediaSurroundings } from "#lib/http/media-editor.ts";
import { uploadAudio } from "#lib/routes/editor-media.ts";
import { receiveAudio } from "#lib/uploads/receive-audio.ts";
import { editorAudioView } from "#lib/views/editor-media.ts";

export const handler = endpoint(uploadAudio, async (call) => {
  const audio = await receiveAudio(call, uploadAudio);
  const { principal } = call;
  return editorAudioView(audio, editorMediaSurroundings(principal, principal.site));
});
