import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { NewFile } from "#lib/actions/media/new-file.ts";
import type { NewPicture } from "#lib/actions/media/new-picture.ts";
import { config } from "#lib/config.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import { withoutLocation } from "#lib/imaging/without-location.ts";
import { mediaFileNameIn, plainFileName } from "#lib/media/file-key.ts";
import { imageNameProblem, imageSizeProblem, posterNameProblem } from "#lib/media/image-rules.ts";
import type { MediaFile } from "#lib/media/media.ts";
import { type RecordingFormat, recordingContentType, recordingProblem } from "#lib/media/recording-rules.ts";

/** A file that the manifest names, as it was found. */
export interface FoundFile {
  readonly path: string;
  /** The SHA-256 of what is stored of it, in hexadecimal digits. */
  readonly digest: string;
}

/** The file, or in words what is wrong with it. */
export type Finding = FoundFile | string;

/** True when the file is stored already: its name and its content. */
export const isStoredAs = (found: FoundFile, stored: MediaFile | null | undefined): boolean => {
  const named = stored ? mediaFileNameIn(stored.key) : undefined;
  return named?.name === plainFileName(found.path) && found.digest.startsWith(named.digest);
};

const pictureNameProblems = { image: imageNameProblem, poster: posterNameProblem } as const;

/** Looks at an image, or at a poster. One that is too large is not read; what is stored already is not decoded again. */
export const findPicture = (
  path: string,
  purpose: keyof typeof pictureNameProblems,
  stored: MediaFile | null | undefined,
): Promise<Finding> =>
  finding(path, async (sizeBytes) => {
    const sizeProblem = imageSizeProblem(sizeBytes);
    if (sizeProblem) return sizeProblem.message;
    const bytes = await readFile(path);
    const found = { path, digest: digestOf(withoutLocation(bytes)) };
    if (isStoredAs(found, stored)) return found;
    const result = await readImage({ name: basename(path), bytes }, pictureNameProblems[purpose]);
    return "problem" in result ? result.problem.message : found;
  });

/** Looks at an audio or video file, in pieces, however large it is. */
export const findRecording = (path: string, format: RecordingFormat): Promise<Finding> =>
  finding(path, async (sizeBytes) => {
    const name = basename(path);
    const maxBytes = config.maxUploadBytes(format === "video" ? "video" : "audio");
    const problem = recordingProblem(
      format,
      { name, sizeBytes, firstBytes: await beginningOf(path) },
      maxBytes,
    );
    if (problem) return problem.message;
    const digest = createHash("sha256");
    for await (const piece of createReadStream(path)) digest.update(piece);
    return { path, digest: digest.digest("hex") };
  });

/** Looks at a transcript: JSON with a list of `transcripts`. */
export const findTranscript = (path: string): Promise<Finding> =>
  finding(path, async () => {
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

/** Opens nothing but regular files: others may have no end, or keep whoever opens them waiting. */
const finding = async (path: string, look: (sizeBytes: number) => Promise<Finding>): Promise<Finding> => {
  try {
    const found = await stat(path);
    return found.isFile() ? await look(found.size) : "this is not a file";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "there is no such file";
    if (code?.startsWith("E")) return `the file cannot be read (${code})`;
    throw error;
  }
};

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const beginningOf = async (path: string): Promise<Uint8Array> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(12) });
  return buffer.subarray(0, bytesRead);
};

/** The picture in a file that was found to be one. */
export const pictureIn = async ({ path }: FoundFile): Promise<NewPicture> => {
  const name = basename(path);
  const result = await readImage({ name, bytes: await readFile(path) }, () => undefined);
  if ("problem" in result) throw new Error(`${path} has changed since it was looked at.`);
  return { name, image: result.image };
};

/** The recording in a file that was found to be one; it is read when it is stored. */
export const recordingIn = ({ path, digest }: FoundFile, format: RecordingFormat): NewFile => {
  const name = basename(path);
  return { name, contentType: recordingContentType(format, name)!, digest, body: piecesOf(path) };
};

/** The transcript in a file that was found to be one. */
export const transcriptIn = ({ path, digest }: FoundFile): NewFile => ({
  name: basename(path),
  contentType: "application/json",
  digest,
  body: piecesOf(path),
});

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}
