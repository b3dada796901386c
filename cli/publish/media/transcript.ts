import type { LineProblem } from "#cli/publish/front-matter.ts";
import { partsChecksum } from "#client/upload.ts";
import { fileExtension } from "#lib/media/file-rules.ts";
import { type TranscriptFormat, transcriptTypes } from "#lib/media/transcripts/formats.ts";
import { parseTranscript } from "#lib/media/transcripts/parse-transcript.ts";

/** A transcript as it is sent. */
export interface LocalTranscript {
  readonly file: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

const formats: Readonly<Record<string, TranscriptFormat>> = {
  vtt: "vtt",
  srt: "srt",
  json: "podcast-json",
  txt: "text",
};

/** A file's transcript, or what the service would refuse, with lines of that file. */
export const transcriptIn = async (
  file: string,
  bytes: Uint8Array,
): Promise<LocalTranscript | { readonly problems: readonly LineProblem[] }> => {
  const format = formats[fileExtension(file)];
  if (!format) return { problems: [{ line: 1, message: "A transcript ends in .vtt, .srt, .json or .txt." }] };
  const content = new Uint8Array(bytes);
  const { faults } = parseTranscript({ format, bytes: content, mayBeDamaged: false });
  if (faults.length > 0) return { problems: faults.map(({ line, message }) => ({ line, message })) };
  const read = async (start: number, end: number) => content.slice(start, end);
  const sha256 = await partsChecksum({ name: file, sizeBytes: content.length, read });
  return { file, type: transcriptTypes[format], content, sha256 };
};
