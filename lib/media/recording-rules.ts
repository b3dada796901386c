import type { AudioFormatEntry } from "./audio-format-table.ts";
import { type AudioFormat, audioFormat } from "./audio-formats.ts";
import { fileExtension } from "./file-extension.ts";
import type { FileProblem } from "./file-problem.ts";

export type RecordingFormat = AudioFormat | "video";

/** What is known of an audio or video file without reading all of it. */
export interface RecordingFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Twelve suffice. */
  readonly firstBytes: Uint8Array;
  /** As the sender declares it, with parameters, if at all. */
  readonly contentType?: string | undefined;
}

type RecordingRule = Pick<AudioFormatEntry, "extensions" | "alsoDeclared" | "container">;

const video: RecordingRule = {
  extensions: {
    avi: "video/x-msvideo",
    m4v: "video/x-m4v",
    mov: "video/quicktime",
    mp4: "video/mp4",
  },
  alsoDeclared: [],
  container: /^.{4}(ftyp|free|mdat|moov|wide)|^RIFF.{4}AVI /s,
};

const ruleOf = (format: RecordingFormat): RecordingRule => (format === "video" ? video : audioFormat(format));

/** Types that senders declare when they do not know. */
const sayingNothing = ["", "application/octet-stream", "binary/octet-stream"];

export const audioContentType = (format: AudioFormat): string => {
  const [contentType = ""] = Object.values(audioFormat(format).extensions);
  return contentType;
};

/** By the extension; undefined for extensions that the format does not have. */
export const recordingContentType = (format: RecordingFormat, name: string): string | undefined => {
  const { extensions } = ruleOf(format);
  const extension = fileExtension(name);
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
};

/** The problem of a file that is not a recording of the format, in the order of contract#file-checks. */
export const recordingProblem = (
  format: RecordingFormat,
  { name, sizeBytes, firstBytes, contentType = "" }: RecordingFile,
  maxBytes: number,
): FileProblem | undefined => {
  const { extensions, alsoDeclared, container } = ruleOf(format);
  if (sizeBytes === 0) return { code: "empty", message: "The file is empty." };
  if (!recordingContentType(format, name)) {
    const expected = Object.keys(extensions).map((extension) => `.${extension}`);
    return { code: "invalid_extension", message: `The file's name must end in ${expected.join(", ")}.` };
  }
  if (sizeBytes > maxBytes)
    return { code: "file_too_large", message: `The file has more than ${maxBytes} bytes.` };
  const [type = ""] = contentType.split(";");
  if (![...sayingNothing, ...Object.values(extensions), ...alsoDeclared].includes(type.trim().toLowerCase()))
    return { code: "invalid_content_type", message: `The file is declared as ${type.trim().slice(0, 100)}.` };
  return container.test(String.fromCharCode(...firstBytes.subarray(0, 12)))
    ? undefined
    : { code: "invalid_media_container", message: "The file's content is of another format than its name." };
};
