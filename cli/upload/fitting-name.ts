import { audioFormats } from "#lib/media/audio-formats.ts";
import {
  fileExtension,
  imageFormatIn,
  imageFormatOfName,
  type RecordingFormat,
  recordingContentType,
  recordingProblem,
} from "#lib/media/file-rules.ts";

/** The start of a file's content, and what its name and size are. */
export interface FileStart {
  readonly name: string;
  readonly sizeBytes: number;
  /** Twelve suffice. */
  readonly firstBytes: Uint8Array;
}

/** The name with the extension of the picture's format; undefined for content that is no picture. */
export const fittingImageName = ({
  name,
  firstBytes,
}: Pick<FileStart, "name" | "firstBytes">): string | undefined => {
  const format = imageFormatIn(firstBytes);
  if (format === undefined || imageFormatOfName(name) === format) return format && name;
  return withExtension(name, format === "jpeg" ? "jpg" : format);
};

/** The name with the extension of the recording's format, or why the service takes it under no name. */
export const fittingRecordingName = (
  file: FileStart,
  kind: "audio" | "video",
): { readonly name: string } | { readonly problem: string } => {
  const problemAs = (format: RecordingFormat, name: string): string | undefined =>
    recordingProblem(format, { ...file, name }, Number.POSITIVE_INFINITY)?.message;
  const formats: readonly RecordingFormat[] = kind === "audio" ? audioFormats : ["video"];
  const named = formats.find((format) => recordingContentType(format, file.name) !== undefined);
  const problem = named === undefined ? `no extension of ${kind} files` : problemAs(named, file.name);
  if (problem === undefined) return { name: file.name };
  const nameAs = (format: RecordingFormat): string =>
    withExtension(file.name, format === "video" ? "mp4" : format);
  const fitting = formats.find((format) => problemAs(format, nameAs(format)) === undefined);
  return fitting === undefined ? { problem } : { name: nameAs(fitting) };
};

const withExtension = (name: string, extension: string): string =>
  fileExtension(name) === "" ? `${name}.${extension}` : name.replace(/\.[^./\\]+$/, `.${extension}`);
