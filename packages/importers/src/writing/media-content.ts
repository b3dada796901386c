import { open, readFile, stat } from "node:fs/promises";
import {
  audioFormats,
  chaptersInText,
  checkedChapters,
  fileExtension,
  imageFormatIn,
  imageFormatOfName,
  imageSizeProblem,
  maxTranscriptBytes,
  type RecordingFormat,
  recordingContentType,
  recordingProblem,
  transcriptIn,
} from "#importers/lectern.ts";
import type { MediaUse } from "./media-files.ts";

/** The extension that fits a file's content, or why the service does not take it under any name. */
type ContentOfFile = { readonly extension: string } | { readonly problem: string };

/** What a file is, by the rules of `lectern publish`; `name` is the one that it was to have. */
export const contentOfMedia = async (path: string, name: string, use: MediaUse): Promise<ContentOfFile> => {
  const { size } = await stat(path);
  const kept = `.${fileExtension(name)}`;
  if (use === "transcript" || use === "chapters") {
    const problem = size > maxTranscriptBytes ? tooLarge(size) : await textProblem(path, name, use);
    return problem === undefined ? { extension: kept } : { problem };
  }
  const firstBytes = await firstBytesOf(path);
  if (use === "image") return pictureContent(firstBytes, { name, size });
  const problemAs = (format: RecordingFormat, written: string) =>
    recordingProblem(format, { name: written, sizeBytes: size, firstBytes }, Number.POSITIVE_INFINITY)
      ?.message;
  const formats: readonly RecordingFormat[] = use === "audio" ? audioFormats : ["video"];
  const named = formats.find((format) => recordingContentType(format, name) !== undefined);
  const problem = named === undefined ? `no extension of ${use} files` : problemAs(named, name);
  if (problem === undefined) return { extension: kept };
  const fitting = formats.find(
    (format) => problemAs(format, nameAs(name, extensionOf(format))) === undefined,
  );
  return fitting === undefined ? { problem } : { extension: extensionOf(fitting) };
};

const extensionOf = (format: RecordingFormat): string => (format === "video" ? ".mp4" : `.${format}`);

export const nameAs = (name: string, extension: string): string => name.replace(/\.[^./]*$/, "") + extension;

const pictureContent = (
  firstBytes: Uint8Array,
  { name, size }: { readonly name: string; readonly size: number },
): ContentOfFile => {
  const problem = imageSizeProblem(size)?.message;
  if (problem !== undefined) return { problem };
  const format = imageFormatIn(firstBytes);
  if (format === undefined) return { problem: "no picture in AVIF, GIF, JPEG, PNG or WebP" };
  const isNamed = imageFormatOfName(name) === format;
  return { extension: isNamed ? `.${fileExtension(name)}` : format === "jpeg" ? ".jpg" : `.${format}` };
};

const textProblem = async (
  path: string,
  name: string,
  use: "transcript" | "chapters",
): Promise<string | undefined> => {
  const bytes = await readFile(path);
  if (use === "transcript") {
    const read = await transcriptIn(name, bytes);
    return "problems" in read ? read.problems[0]?.message : undefined;
  }
  const { chapters, problems } = chaptersInText(bytes.toString());
  const checked = checkedChapters(chapters);
  return (problems[0] ?? ("problems" in checked ? checked.problems[0] : undefined))?.message;
};

const tooLarge = (size: number): string => `${size} bytes, more than the service takes`;

const firstBytesOf = async (path: string): Promise<Uint8Array> => {
  await using handle = await open(path);
  const bytes = Buffer.alloc(12);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
  return bytes.subarray(0, bytesRead);
};
