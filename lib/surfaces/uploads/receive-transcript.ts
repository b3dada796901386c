import { type NewTranscript, putTranscript } from "#lib/actions/media/change-transcript.ts";
import type { MediaReads } from "#lib/actions/media/media-reads.ts";
import type { Audio } from "#lib/media/media.ts";
import { parseTranscript } from "#lib/media/transcripts/parse-transcript.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { TextFile } from "#lib/routes/fields.ts";

/** Stores the transcript that was sent for an audio. Refuses `transcript/invalid`, for each line at fault. */
export const receiveTranscript = (
  id: number,
  body: TextFile,
  permit: (current: Audio | undefined) => Audio,
  reads: MediaReads<"audio">,
): Promise<Audio> => putTranscript(id, readSent(body), permit, reads);

const readSent = (body: TextFile): NewTranscript => {
  const { segments, faults } = parseTranscript(body);
  refuseProblems(
    faults.map(({ line, message }) => ({
      path: "transcript",
      code: "invalid",
      message: `Line ${line}: ${message}`,
    })),
  );
  return { segments, sent: body.bytes };
};
