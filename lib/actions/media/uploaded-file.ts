import { buffer } from "node:stream/consumers";
import { certain } from "#lib/certain.ts";
import type { FileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { partsSha256Of } from "#lib/files/part-checksum.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import type { AudioFormat } from "#lib/media/audio-formats.ts";
import {
  type FileProblem,
  type ImageFormat,
  maxImageBytes,
  type RecordingFormat,
  recordingContentType,
  recordingProblem,
} from "#lib/media/file-rules.ts";
import { digestOf, type FileToStore } from "./files-to-store.ts";

/** A file as a client sent it, not yet checked. */
export interface UploadedFile {
  /** The client's name for it: any text. */
  readonly name: string;
  /** The type that the client declares, if it does. */
  readonly contentType: string | undefined;
  readonly sizeBytes: number;
  readonly digest: string;
  readonly partsSha256: string;
  /** The first twelve, or fewer if there are no more. */
  readonly firstBytes: Uint8Array;
  readonly content: Uint8Array | FileKey;
}

interface CheckedRecording extends UploadedFile {
  readonly contentType: string;
}

export interface AudioFile extends CheckedRecording {
  readonly format: AudioFormat;
}

export type VideoFile = CheckedRecording;

export const uploadedFileOf = (
  name: string,
  contentType: string | undefined,
  content: Uint8Array,
): UploadedFile => ({
  name,
  contentType,
  sizeBytes: content.length,
  digest: digestOf(content),
  partsSha256: partsSha256Of(content),
  firstBytes: content.subarray(0, 12),
  content,
});

/** The image in an uploaded file, or the problem that `readImage` finds. Reads at most 10 MiB. */
export const imageFileOf = async (
  file: UploadedFile,
  nameProblem: (name: string, format: ImageFormat) => FileProblem | undefined,
): Promise<ImageFile | FileProblem> => {
  const result = await readImage({ name: file.name, bytes: await imageBytesOf(file) }, nameProblem);
  return "problem" in result ? result.problem : { ...result.image, partsSha256: file.partsSha256 };
};

/** Reads one byte more than an image may have: enough to see that it is too large. */
const imageBytesOf = async ({ content }: UploadedFile): Promise<Buffer> => {
  if (typeof content !== "string") return Buffer.from(content.buffer, content.byteOffset, content.length);
  const stored = await (await openFiles()).get(content, { first: 0, last: maxImageBytes });
  if (!stored) throw new Error(`There is no file ${content} any more.`);
  return buffer(stored.body);
};

/** The audio in an uploaded file, or the problem that `recordingProblem` finds (contract#file-checks). */
export const audioFileOf = (
  file: UploadedFile,
  format: AudioFormat,
  maxBytes: number,
): AudioFile | FileProblem =>
  recordingProblem(format, file, maxBytes) ?? { ...recordingFileOf(file, format), format };

export const videoFileOf = (file: UploadedFile, maxBytes: number): VideoFile | FileProblem =>
  recordingProblem("video", file, maxBytes) ?? recordingFileOf(file, "video");

const recordingFileOf = (file: UploadedFile, format: RecordingFormat): CheckedRecording => ({
  ...file,
  contentType: certain(recordingContentType(format, file.name)),
});

export const recordingToStore = (
  { name, contentType, digest, partsSha256, sizeBytes }: CheckedRecording,
  key: FileKey,
): FileToStore => ({ name, contentType, digest, partsSha256, body: { key, sizeBytes } });
