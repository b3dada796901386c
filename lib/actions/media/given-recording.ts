import type { FileProblem } from "#lib/media/file-problem.ts";
import { type RecordingFormat, recordingContentType, recordingProblem } from "#lib/media/recording-rules.ts";
import type { GivenFile } from "./given-file.ts";

/** A given file that may be stored as a recording, with the content type that it gets. */
export interface GivenRecording {
  readonly file: GivenFile;
  readonly contentType: string;
}

/**
 * The recording in a given file, as far as its beginning tells, or why it is none that is taken
 * (contract#file-checks).
 */
export const givenRecording = (
  file: GivenFile,
  format: RecordingFormat,
  maxBytes: number,
): GivenRecording | FileProblem => {
  const contentType = recordingContentType(format, file.name);
  const problem = recordingProblem(format, file, maxBytes);
  return problem ?? { file, contentType: contentType! };
};
