import { type GivenRecording, givenRecording } from "#lib/actions/media/given-recording.ts";
import { config } from "#lib/config.ts";
import type { RecordingFormat } from "#lib/media/recording-rules.ts";
import { givenFile } from "./given-file.ts";
import { type FoundFile, isProblem } from "./parse-upload.ts";
import type { UploadCall } from "./upload-call.ts";

/** The recording in the file of a form's field. */
export const foundRecording = async (
  call: UploadCall,
  field: string,
  format: RecordingFormat,
): Promise<FoundFile<GivenRecording>> => {
  const file = await givenFile(call, field);
  const maxBytes = config.maxUploadBytes(format === "video" ? "video" : "audio");
  return { field, content: isProblem(file) ? file : givenRecording(file, format, maxBytes) };
};
