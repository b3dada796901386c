/** DELETE /api/editor/media/audios/{id}/transcript/ — remove the transcript of an audio */
import { requireChangeable } from "#lib/access/editor-media.ts";
import { deleteTranscript } from "#lib/actions/media/change-transcript.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteAudioTranscript } from "#lib/routes/editor-transcripts.ts";

export const handler = endpoint(
  deleteAudioTranscript,
  async ({ params, principal }) => {
    await deleteTranscript(params.id, (current) => requireChangeable(current, principal));
  },
  { replay: () => {} },
);
