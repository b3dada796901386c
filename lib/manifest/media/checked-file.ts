import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { digestOf, type FileToStore } from "#lib/actions/media/file-to-store.ts";
import { partsHash, partsSha256Of } from "#lib/files/part-checksum.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import { withoutLocation } from "#lib/imaging/without-location.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import { mediaFileNameIn, plainFileName } from "#lib/media/file-key.ts";
import { imageNameProblem, imageSizeProblem, posterNameProblem } from "#lib/media/image-rules.ts";
import type { MediaFile } from "#lib/media/media.ts";
import { type RecordingFormat, recordingContentType, recordingProblem } from "#lib/media/recording-rules.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";

export interface CheckedFile {
  readonly path: string;
  /** The SHA-256 of the stored form, in hexadecimal digits. */
  readonly digest: string;
  /** Of recordings. */
  readonly partsSha256?: string;
}

/** A string says what is wrong with the file. */
type CheckResult = CheckedFile | string;

/** Checks a file by its name in the manifest; reports a problem at `at`, and gives undefined then. */
export type CheckFile = <Checked>(
  name: string,
  at: Path,
  check: (path: string) => Promise<Checked | string>,
) => Promise<Checked | undefined>;

/** `folder`: what the names are relative to. */
export const checkFileIn =
  (folder: string, report: Report): CheckFile =>
  async (name, at, check) => {
    const checked = await check(resolve(folder, name));
    if (typeof checked !== "string") return checked;
    report(at, `${name}: ${checked}`);
    return undefined;
  };

/** True if the object has a file of this name and content. */
export const isStoredAs = (file: CheckedFile, stored: MediaFile | null | undefined): boolean => {
  const named = stored ? mediaFileNameIn(stored.key) : undefined;
  return named?.name === plainFileName(file.path) && file.digest.startsWith(named.digest);
};

const pictureNameProblems = { image: imageNameProblem, poster: posterNameProblem } as const;

/** Checks an image or poster. One that is too large is not read; one that is stored is not decoded. */
export const checkPicture = (
  path: string,
  purpose: keyof typeof pictureNameProblems,
  stored: MediaFile | null | undefined,
): Promise<CheckResult> =>
  checkFile(path, async (sizeBytes) => {
    const sizeProblem = imageSizeProblem(sizeBytes);
    if (sizeProblem) return sizeProblem.message;
    const bytes = await readFile(path);
    const file = { path, digest: digestOf(withoutLocation(bytes)) };
    if (isStoredAs(file, stored)) return file;
    const result = await readImage({ name: basename(path), bytes }, pictureNameProblems[purpose]);
    return "problem" in result ? result.problem.message : file;
  });

/** Checks an audio or video file of any size, as a stream. */
export const checkRecording = (path: string, format: RecordingFormat): Promise<CheckResult> =>
  checkFile(path, async (sizeBytes) => {
    const name = basename(path);
    const maxBytes = maxRecordingBytes[format === "video" ? "video" : "audio"]();
    const problem = recordingProblem(
      format,
      { name, sizeBytes, firstBytes: await beginningOf(path) },
      maxBytes,
    );
    if (problem) return problem.message;
    const [digest, parts] = [createHash("sha256"), partsHash(sizeBytes)];
    for await (const piece of createReadStream(path)) {
      digest.update(piece);
      parts.update(piece);
    }
    return { path, digest: digest.digest("hex"), partsSha256: parts.digest() };
  });

/** Checks a transcript: JSON with a list of `transcripts`. */
export const checkTranscript = (path: string): Promise<CheckResult> =>
  checkFile(path, async () => {
    const bytes = await readFile(path);
    return isTranscript(bytes.toString())
      ? { path, digest: digestOf(bytes) }
      : 'expected a JSON file such as {"transcripts": []}';
  });

const isTranscript = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text)?.transcripts);
  } catch {
    return false;
  }
};

/** Reading other than regular files may never end. */
const checkFile = async (
  path: string,
  check: (sizeBytes: number) => Promise<CheckResult>,
): Promise<CheckResult> => {
  try {
    const stats = await stat(path);
    return stats.isFile() ? await check(stats.size) : "this is not a file";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "there is no such file";
    if (code?.startsWith("E")) return `the file cannot be read (${code})`;
    throw error;
  }
};

const beginningOf = async (path: string): Promise<Uint8Array> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(12) });
  return buffer.subarray(0, bytesRead);
};

export const imageFileIn = async ({ path }: CheckedFile): Promise<ImageFile> => {
  const name = basename(path);
  const bytes = await readFile(path);
  const result = await readImage({ name, bytes }, () => undefined);
  if ("problem" in result) throw new Error(`${path} has changed since it was checked.`);
  return { ...result.image, partsSha256: partsSha256Of(bytes) };
};

/** The file is read when it is stored. */
export const checkedRecordingToStore = (
  { path, digest, partsSha256 }: CheckedFile,
  format: RecordingFormat,
): FileToStore => {
  const name = basename(path);
  return {
    name,
    contentType: recordingContentType(format, name)!,
    digest,
    partsSha256,
    body: piecesOf(path),
  };
};

export const transcriptToStore = ({ path, digest }: CheckedFile): FileToStore => ({
  name: basename(path),
  contentType: "application/json",
  digest,
  body: piecesOf(path),
});

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}
