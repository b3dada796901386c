import { open, readFile, stat } from "node:fs/promises";
import {
  chaptersInText,
  checkedChapters,
  type FileStart,
  fileExtension,
  fittingImageName,
  fittingRecordingName,
  imageSizeProblem,
  maxTranscriptBytes,
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
  const start = { name, sizeBytes: size, firstBytes };
  if (use === "image") return pictureContent(start);
  const fitting = fittingRecordingName(start, use);
  return "problem" in fitting ? fitting : { extension: extensionOf(fitting.name) };
};

const extensionOf = (name: string): string => `.${fileExtension(name)}`;

export const nameAs = (name: string, extension: string): string => name.replace(/\.[^./]*$/, "") + extension;

const pictureContent = (start: FileStart): ContentOfFile => {
  const problem = imageSizeProblem(start.sizeBytes)?.message;
  if (problem !== undefined) return { problem };
  const fitting = fittingImageName(start);
  return fitting === undefined
    ? { problem: "no picture in AVIF, GIF, JPEG, PNG or WebP" }
    : { extension: extensionOf(fitting) };
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
