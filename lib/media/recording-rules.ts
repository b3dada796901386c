import { fileExtension } from "./file-extension.ts";
import type { FileProblem } from "./file-problem.ts";
import type { AudioFormat } from "./media.ts";

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

interface RecordingRule {
  readonly extensions: Readonly<Record<string, string>>;
  /** Types that senders may declare, beside those in `sayingNothing`. */
  readonly declared: readonly string[];
  /** A pattern for the first bytes, one character each. */
  readonly container: RegExp;
}

const ogg = /^OggS/;
const isoContainer = /^.{4}ftyp/s;

const rules: Readonly<Record<RecordingFormat, RecordingRule>> = {
  mp3: {
    extensions: { mp3: "audio/mpeg" },
    declared: ["audio/mpeg", "audio/mp3", "audio/x-mpeg"],
    container: /^(ID3|\xff[\xe0-\xff])/,
  },
  m4a: {
    extensions: { m4a: "audio/mp4" },
    declared: ["audio/mp4", "audio/m4a", "audio/x-m4a"],
    container: isoContainer,
  },
  oga: {
    extensions: { oga: "audio/ogg", ogg: "audio/ogg" },
    declared: ["audio/ogg", "application/ogg"],
    container: ogg,
  },
  opus: {
    extensions: { opus: "audio/opus" },
    declared: ["audio/ogg", "audio/opus", "application/ogg"],
    container: ogg,
  },
  video: {
    extensions: {
      avi: "video/x-msvideo",
      m4v: "video/x-m4v",
      mov: "video/quicktime",
      mp4: "video/mp4",
    },
    declared: ["video/mp4", "video/quicktime", "video/x-m4v", "video/x-msvideo"],
    container: /^.{4}(ftyp|free|mdat|moov|wide)|^RIFF.{4}AVI /s,
  },
};

/** Types that senders declare when they do not know. */
const sayingNothing = ["", "application/octet-stream", "binary/octet-stream"];

export const audioContentType = (format: AudioFormat): string => rules[format].extensions[format]!;

/** By the extension; undefined for extensions that the format does not have. */
export const recordingContentType = (format: RecordingFormat, name: string): string | undefined => {
  const { extensions } = rules[format];
  const extension = fileExtension(name);
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
};

/** The problem of a file that is not a recording of the format, in the order of contract#file-checks. */
export const recordingProblem = (
  format: RecordingFormat,
  { name, sizeBytes, firstBytes, contentType = "" }: RecordingFile,
  maxBytes: number,
): FileProblem | undefined => {
  const { extensions, declared, container } = rules[format];
  if (sizeBytes === 0) return { code: "empty", message: "The file is empty." };
  if (!recordingContentType(format, name)) {
    const expected = Object.keys(extensions).map((extension) => `.${extension}`);
    return { code: "invalid_extension", message: `The file's name must end in ${expected.join(", ")}.` };
  }
  if (sizeBytes > maxBytes)
    return { code: "file_too_large", message: `The file has more than ${maxBytes} bytes.` };
  const [type = ""] = contentType.split(";");
  if (![...sayingNothing, ...declared].includes(type.trim().toLowerCase()))
    return { code: "invalid_content_type", message: `The file is declared as ${type.trim().slice(0, 100)}.` };
  return container.test(String.fromCharCode(...firstBytes.subarray(0, 12)))
    ? undefined
    : { code: "invalid_media_container", message: "The file's content is of another format than its name." };
};
