/** GET /api/editor/media/audios/{id}/transcript/ — read the transcript of an audio */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { readTranscriptFile } from "#lib/files/transcripts.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readAudioTranscript } from "#lib/routes/editor-transcripts.ts";
import { transcriptReply } from "#lib/surfaces/editor/transcript-reply.ts";

export const handler = endpoint(
  readAudioTranscript,
  async ({ params, principal, request, reads }) => {
    const stored = async () => {
      const { transcript } = await readEditorMedia("audio", params, principal, reads.media);
      return readTranscriptFile(transcript);
    };
    // A file is gone where another one took its place in the meantime.
    return transcriptReply((await stored()) ?? (await stored()) ?? "", request);
  },
  { reads: mediaReads.audio },
);
