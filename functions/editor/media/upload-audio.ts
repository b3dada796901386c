/** POST /api/editor/media/audios/ — upload an audio */
import { mediaAfter } from "#lib/access/media-after.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { uploadAudio } from "#lib/routes/editor-media.ts";
import { editorAudioView } from "#lib/surfaces/editor/editor-media.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { receiveAudio } from "#lib/surfaces/uploads/receive-audio.ts";

export const handler = endpoint(
  uploadAudio,
  async (call) => {
    const audio = await receiveAudio(call, uploadAudio);
    const { principal } = call;
    return editorAudioView(audio, editorMediaContext(principal, principal.site));
  },
  {
    replay: async ({ principal }, outcome) => {
      const audio = await mediaAfter("audio", outcome, principal);
      return editorAudioView(audio, editorMediaContext(principal, principal.site));
    },
  },
);
