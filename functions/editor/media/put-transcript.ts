/** PUT /api/editor/media/audios/{id}/transcript/ — give an audio a transcript */
import { requireChangeable } from "#lib/access/editor-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { putAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import { readMediaAgainAs } from "#lib/surfaces/editor/edited-media.ts";
import { audios, editorMediaContext } from "#lib/surfaces/editor/editor-media.ts";
import { receiveTranscript } from "#lib/surfaces/uploads/receive-transcript.ts";

export const handler = endpoint(
  putAudioTranscript,
  async ({ params, body, principal, reads }) => {
    const audio = await receiveTranscript(
      params.id,
      body,
      (current) => requireChangeable(current, principal),
      reads,
    );
    return audios.details(audio, editorMediaContext(principal, principal.site));
  },
  { reads: mediaReads.audio, replay: readMediaAgainAs(audios) },
);
