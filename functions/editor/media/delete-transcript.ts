/** DELETE /api/editor/media/audios/{id}/transcript/ — remove the transcript of an audio */
import { requireChangeable } from "#lib/access/editor-media.ts";
import { deleteTranscript } from "#lib/actions/media/change-transcript.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteAudioTranscript } from "#lib/routes/editor-transcripts.ts";

export const handler = endpoint(
  deleteAudioTranscript,
  async ({ params, principal, reads }) => {
    await deleteTranscript(params.id, (current) => requireChangeable(current, principal), reads);
  },
  { reads: mediaReads.audio, replay: () => {} },
);
