import type { StoredContent } from "#lib/actions/media/files-to-store.ts";
import type { FileBody } from "#lib/files/files.ts";
import type { Path } from "#lib/manifest/problem.ts";
import type { AudioFormat } from "#lib/media/audio-formats.ts";
import { firstChapters } from "#lib/media/chapters.ts";
import { isKeyOfContent, mediaFileNameIn, plainFileName } from "#lib/media/file-key.ts";
import { imageNameProblem, posterNameProblem } from "#lib/media/file-rules.ts";
import type { Audio, MediaFile, PictureFile } from "#lib/media/media.ts";
import { type AudioAnswer, isFailure, type ProbeFailure } from "#lib/probing/probe.ts";

/** The files that a manifest names, wherever they are. */
export interface ManifestFiles {
  /** Checks an image or poster. One that is too large is not read; one that is stored is not decoded. */
  readonly picture: (
    name: string,
    purpose: PicturePurpose,
    stored: PictureFile | null | undefined,
  ) => Promise<CheckedPicture | string>;
  /** Checks an audio file of any size, and what it says about itself. */
  readonly audio: (name: string, format: AudioFormat, wishes: AudioWishes) => Promise<ProbedAudio | string>;
  readonly video: (name: string, stored: MediaFile | undefined) => Promise<CheckedFile | string>;
  /** Checks a transcript: JSON with a list of `transcripts`. */
  readonly transcript: (name: string, stored: MediaFile | null | undefined) => Promise<CheckedFile | string>;
  /** The content of a small file, which is not stored. Throws if it cannot be read. */
  readonly text: (name: string) => Promise<string>;
}

/** Checks a file by its name in the manifest; reports a problem at `at`, and gives undefined then. */
export type CheckFile = <Checked>(
  name: string,
  at: Path,
  check: (files: ManifestFiles) => Promise<Checked | string>,
) => Promise<Checked | undefined>;

/** A file without problems, as far as it was checked. Methods give strings that say what is wrong. */
export interface CheckedFile {
  /** The name that the manifest gives it. */
  readonly name: string;
  /** The SHA-256 of the stored form, or of its parts' SHA-256s, in hexadecimal digits. */
  readonly digest: string;
  /** The checksum of the file in the folder, if it was computed. */
  readonly partsSha256?: string;
  /** Reads the file whole: for pictures and transcripts. */
  readonly bytes: () => Promise<Buffer>;
  readonly body: () => FileBody | StoredContent;
  /** Called once the file's object has it. */
  readonly isApplied: () => Promise<void>;
}

export interface CheckedPicture extends CheckedFile {
  /** Undefined while the file is not there. */
  readonly picture: PictureProperties | undefined;
}

/** A picture's MIME type and its size in pixels when upright. */
export type PictureProperties = Pick<PictureFile, "contentType" | "width" | "height">;

export interface ProbedAudio {
  readonly file: CheckedFile;
  /** Its chapters only if they were requested. */
  readonly answer: Pick<AudioAnswer, "durationSeconds" | "isEstimate" | "chapters">;
}

export interface AudioWishes {
  readonly wantsChapters: boolean;
  /** The audio of the same entry. */
  readonly stored: Audio | undefined;
}

export const pictureNameProblems = { image: imageNameProblem, poster: posterNameProblem } as const;

export type PicturePurpose = keyof typeof pictureNameProblems;

/** True if the object has a file of this name and content. */
export const isStoredAs = (
  { name, digest, partsSha256 }: Pick<CheckedFile, "name" | "digest" | "partsSha256">,
  stored: MediaFile | null | undefined,
): stored is MediaFile => {
  if (!stored || mediaFileNameIn(stored.key)?.name !== plainFileName(name)) return false;
  const isSent = partsSha256 !== undefined && partsSha256 === stored.partsSha256;
  return isSent || isKeyOfContent(stored.key, { sha256: digest, partsSha256 });
};

/** What was found in an audio, with the chapters that count, or what is wrong with the file. */
export const probedAnswer = (answer: AudioAnswer | ProbeFailure): ProbedAudio["answer"] | string => {
  if (isFailure(answer)) return inWords(answer);
  const { chapters, chapterFailure, ...duration } = answer;
  return chapterFailure ? inWords(chapterFailure) : { ...duration, chapters: firstChapters(chapters) };
};

const inWords = ({ reason }: ProbeFailure): string => `the file cannot be probed (${reason})`;

export const transcriptProblem = (text: string): string | undefined =>
  isTranscript(text) ? undefined : 'expected a JSON file such as {"transcripts": []}';

const isTranscript = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text)?.transcripts);
  } catch {
    return false;
  }
};
