/** POST /api/editor/media/audios/ — upload an audio */
import { mediaAfter } from "#lib/access/editor-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { uploadAudio } from "#lib/routes/editor-media.ts";
import { editorAudioView, editorMediaContext } from "#lib/surfaces/editor/editor-media.ts";
import { receiveAudio } from "#lib/surfaces/uploads/receive-media.ts";

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
