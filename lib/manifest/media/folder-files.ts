import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { digestOf } from "#lib/actions/media/files-to-store.ts";
import { clock } from "#lib/clock.ts";
import { partsHash } from "#lib/files/part-checksum.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import { withoutLocation } from "#lib/imaging/without-location.ts";
import { imageSizeProblem, type RecordingFormat, recordingProblem } from "#lib/media/file-rules.ts";
import { probeAudioFile } from "#lib/probing/probe-audio-file.ts";
import { maxRecordingBytes, probeTimeoutMs } from "#lib/settings/uploads.ts";
import {
  type CheckedFile,
  isStoredAs,
  type ManifestFiles,
  pictureNameProblems,
  probedAnswer,
  transcriptProblem,
} from "./manifest-files.ts";

/** The files in a folder of this machine. They are read once more when they are stored. */
export const folderFiles = (folder: string): ManifestFiles => {
  const checked = (name: string, found: Pick<CheckedFile, "digest" | "partsSha256">): CheckedFile => {
    const path = resolve(folder, name);
    const isApplied = async () => {};
    return { name, ...found, bytes: () => readFile(path), body: () => piecesOf(path), isApplied };
  };
  const recording = (name: string, format: RecordingFormat): Promise<CheckedFile | string> =>
    check(resolve(folder, name), async (path, sizeBytes) => {
      const described = { name: basename(path), sizeBytes, firstBytes: await beginningOf(path) };
      const maxBytes = maxRecordingBytes[format === "video" ? "video" : "audio"]();
      const problem = recordingProblem(format, described, maxBytes);
      if (problem) return problem.message;
      const { sha256, partsSha256 } = await checksumsOf(path, sizeBytes);
      return checked(name, { digest: sha256, partsSha256 });
    });
  return {
    picture: (name, purpose, stored) =>
      check(resolve(folder, name), async (path, sizeBytes) => {
        const sizeProblem = imageSizeProblem(sizeBytes);
        if (sizeProblem) return sizeProblem.message;
        const bytes = await readFile(path);
        const file = checked(name, { digest: digestOf(withoutLocation(bytes)) });
        if (isStoredAs(file, stored)) return { ...file, picture: stored };
        const result = await readImage({ name: basename(path), bytes }, pictureNameProblems[purpose]);
        if ("problem" in result) return result.problem.message;
        const { format, width, height } = result.image;
        return { ...file, picture: { contentType: `image/${format}`, width, height } };
      }),
    audio: async (name, format, { wantsChapters }) => {
      const file = await recording(name, format);
      if (typeof file === "string") return file;
      const path = resolve(folder, name);
      const { size: sizeBytes } = await stat(path);
      const deadlineMs = clock.monotonicMs() + probeTimeoutMs();
      const answer = probedAnswer(await probeAudioFile({ path, sizeBytes }, { wantsChapters }, deadlineMs));
      return typeof answer === "string" ? answer : { file, answer };
    },
    video: (name) => recording(name, "video"),
    transcript: (name) =>
      check(resolve(folder, name), async (path) => {
        const bytes = await readFile(path);
        return transcriptProblem(bytes.toString()) ?? checked(name, { digest: digestOf(bytes) });
      }),
    text: (name) => fileText(resolve(folder, name)),
  };
};

/** Reading other than regular files may never end. */
const check = async <Checked>(
  path: string,
  read: (path: string, sizeBytes: number) => Promise<Checked | string>,
): Promise<Checked | string> => {
  try {
    const stats = await stat(path);
    return stats.isFile() ? await read(path, stats.size) : notAFile;
  } catch (error) {
    const problem = readProblem(error);
    if (problem === undefined) throw error;
    return problem;
  }
};

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

export const notAFile = "this is not a file";

/** Says why a file cannot be read; undefined for errors that are not of the file system. */
export const readProblem = (error: unknown): string | undefined => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  return code?.startsWith("E") ? `the file cannot be read (${code})` : undefined;
};

/** Throws if it is not a file: reading other than regular files may never end. */
export const fileText = async (path: string): Promise<string> => {
  if (!(await stat(path)).isFile()) throw new Error(notAFile);
  return readFile(path, "utf8");
};

/** The first twelve bytes, or fewer if there are no more. */
export const beginningOf = async (path: string): Promise<Uint8Array> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(12) });
  return buffer.subarray(0, bytesRead);
};

/** The checksums of a file of any size, which is read as a stream; `tell` hears how many bytes were read. */
export const checksumsOf = async (
  path: string,
  sizeBytes: number,
  tell: (bytes: number) => void = () => {},
): Promise<{ readonly sha256: string; readonly partsSha256: string }> => {
  const [whole, parts] = [createHash("sha256"), partsHash(sizeBytes)];
  let readBytes = 0;
  for await (const piece of createReadStream(path)) {
    whole.update(piece);
    parts.update(piece);
    readBytes += piece.length;
    tell(readBytes);
  }
  return { sha256: whole.digest("hex"), partsSha256: parts.digest() };
};
