import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { ContentGone, digestOf } from "#lib/actions/media/files-to-store.ts";
import { removeUpload, usableUpload } from "#lib/actions/uploads/usable-upload.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import type { AudioFormat } from "#lib/media/audio-formats.ts";
import { firstChapters } from "#lib/media/chapters.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import { imageSizeProblem, recordingProblem } from "#lib/media/file-rules.ts";
import type { Chapter, MediaFile } from "#lib/media/media.ts";
import type { CompleteUpload } from "#lib/media/upload.ts";
import { probeAudio } from "#lib/probing/media-prober.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";
import {
  type CheckedFile,
  isStoredAs,
  type ManifestFiles,
  type PictureProperties,
  type PicturePurpose,
  pictureNameProblems,
  probedAnswer,
  transcriptProblem,
} from "./manifest-files.ts";

/** A client's description of a file that its manifest names. */
export interface DescribedFile {
  /** The name that the manifest gives it. */
  readonly path: string;
  /** Why the client cannot read it. */
  readonly problem?: string | undefined;
  /** The content of a small file that is not stored. */
  readonly text?: string | undefined;
  readonly content?: DescribedContent | undefined;
}

interface DescribedContent {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly partsSha256: string;
  /** The first twelve bytes, or all of a shorter file. */
  readonly firstBytes: Uint8Array;
  /** The id of a complete upload of the caller. */
  readonly uploadId: number | null;
}

/** What was found in a file; with it, a later request need not look again. */
export interface FoundInFile {
  readonly path: string;
  readonly as: PicturePurpose | AudioFormat | "transcript";
  readonly picture?: PictureProperties | undefined;
  readonly audio?: FoundAudio | undefined;
}

interface FoundAudio {
  readonly durationSeconds: number;
  readonly isEstimate: boolean;
  /** Null if nobody has read them. */
  readonly chapters: readonly Chapter[] | null;
}

/** Files that a client describes, and sends where the service does not have them. */
export interface SentFiles extends ManifestFiles {
  /** The paths of files that have to be sent. */
  readonly missing: () => readonly MissingFile[];
  /** How many uploads the manifest uses. */
  readonly uploaded: () => number;
  /** True if there was no time to look into all files. */
  readonly areUnchecked: () => boolean;
  /** What was found, now or earlier. */
  readonly found: () => readonly FoundInFile[];
}

export interface MissingFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Recordings may be of gigabytes; the others are small, also if an entry names them as a recording. */
  readonly isRecording: boolean;
}

interface Sending {
  readonly described: readonly DescribedFile[];
  readonly found: readonly FoundInFile[];
  /** The user whose uploads these are. */
  readonly userId: number;
  /** False if no further file is to be examined; the first always is. */
  readonly hasTime: () => boolean;
}

/** Transcripts are read whole. An hour of speech takes far less. */
const maxTranscriptBytes = 20_000_000;

export const sentFiles = ({ described, found, userId, hasTime }: Sending): SentFiles => {
  const byPath = new Map(described.map((file) => [file.path, file]));
  const known = new Map(found.map((each) => [placeOf(each), each]));
  const missing = new Map<string, MissingFile>();
  /** How many entries of the manifest need each upload. */
  const uses = new Map<number, number>();
  const uploads = new Map<number, Promise<CompleteUpload | undefined>>();
  let [lookedInto, areUnchecked] = [0, false];

  const contentOf = (name: string): DescribedContent | string => {
    const { problem, content } = byPath.get(name) ?? {};
    return problem ?? content ?? "the request does not describe the file";
  };

  const mayLook = (): boolean => {
    const may = lookedInto === 0 || hasTime();
    if (may) lookedInto += 1;
    else areUnchecked = true;
    return may;
  };

  const findUploaded = (id: number): Promise<CompleteUpload | undefined> => {
    const upload = uploads.get(id) ?? usableUpload(id, userId);
    uploads.set(id, upload);
    return upload;
  };

  /** Finds the file where its object has it, or where it was sent to; else notes that it is missing. */
  const find = async (
    name: string,
    content: DescribedContent,
    stored: MediaFile | null | undefined,
    isRecording: boolean,
  ): Promise<FoundContent> => {
    const { sizeBytes, sha256, partsSha256, uploadId } = content;
    if (stored && isStoredAs({ name, digest: sha256, partsSha256 }, stored)) {
      const digest = mediaFileNameIn(stored.key)?.digest ?? sha256;
      return {
        file: { ...fileAt(stored), name, digest, partsSha256 },
        key: fileKey(stored.key),
        isStored: true,
      };
    }
    const upload = uploadId === null ? undefined : await findUploaded(uploadId);
    if (uploadId === null || upload?.digest !== partsSha256) {
      const isOnlyRecording = isRecording && missing.get(name)?.isRecording !== false;
      missing.set(name, { path: name, sizeBytes, isRecording: isOnlyRecording });
      return { file: { ...noFile, name, digest: sha256, partsSha256 }, key: undefined, isStored: false };
    }
    uses.set(uploadId, (uses.get(uploadId) ?? 0) + 1);
    const isApplied = async () => {
      const left = (uses.get(uploadId) ?? 0) - 1;
      uses.set(uploadId, left);
      // An upload that cannot be removed now expires later.
      if (left === 0) await removeUpload(uploadId, userId).catch(() => {});
    };
    const file = { ...fileAt(upload), name, digest: upload.digest, partsSha256, isApplied };
    return { file, key: fileKey(upload.key), isStored: false };
  };

  const recording = async (name: string, format: AudioFormat | "video", stored: MediaFile | undefined) => {
    const content = contentOf(name);
    if (typeof content === "string") return content;
    const maxBytes = maxRecordingBytes[format === "video" ? "video" : "audio"]();
    const problem = recordingProblem(format, { name: basename(name), ...content }, maxBytes);
    return problem ? problem.message : find(name, content, stored, true);
  };

  return {
    picture: async (name, purpose, stored) => {
      const content = contentOf(name);
      if (typeof content === "string") return content;
      const problem = content.sizeBytes === 0 ? emptyFile : imageSizeProblem(content.sizeBytes)?.message;
      if (problem !== undefined) return problem;
      const { file, key, isStored } = await find(name, content, stored, false);
      if (stored && isStored) return { ...file, picture: stored };
      const place = placeOf({ path: name, as: purpose });
      const { picture } = known.get(place) ?? {};
      if (!key || picture || !mayLook()) return { ...file, picture };
      const bytes = await file.bytes();
      const result = await readImage({ name: basename(name), bytes }, pictureNameProblems[purpose]);
      if ("problem" in result) return result.problem.message;
      if (digestOf(bytes) !== content.sha256) return otherContent;
      const { format, width, height } = result.image;
      const facts = { contentType: `image/${format}`, width, height };
      known.set(place, { path: name, as: purpose, picture: facts });
      return { ...file, picture: facts };
    },
    audio: async (name, format, { wantsChapters, stored }) => {
      const checked = await recording(name, format, stored?.files[format]);
      if (typeof checked === "string") return checked;
      const { file, key, isStored } = checked;
      const place = placeOf({ path: name, as: format });
      const earlier = known.get(place)?.audio;
      const durationSeconds = earlier?.durationSeconds ?? stored?.durationSeconds ?? 0;
      // A client may send any number; more would not fit into the row.
      const isEstimate = earlier?.isEstimate ?? stored?.durationIsEstimate ?? false;
      const answer = { durationSeconds, isEstimate, chapters: firstChapters(earlier?.chapters ?? []) };
      const isKnown = earlier
        ? earlier.chapters || !wantsChapters
        : isStored && !wantsChapters && durationSeconds > 0;
      if (!key || isKnown || !mayLook()) return { file, answer };
      const probed = probedAnswer(await probeAudio({ key, wantsChapters }));
      if (typeof probed === "string") return probed;
      const audio = { ...probed, chapters: wantsChapters ? probed.chapters : null };
      known.set(place, { path: name, as: format, audio });
      return { file, answer: probed };
    },
    video: async (name, stored) => {
      const checked = await recording(name, "video", stored);
      return typeof checked === "string" ? checked : checked.file;
    },
    transcript: async (name, stored) => {
      const content = contentOf(name);
      if (typeof content === "string") return content;
      if (content.sizeBytes === 0) return transcriptProblem("") ?? "";
      if (content.sizeBytes > maxTranscriptBytes)
        return `expected at most ${maxTranscriptBytes} bytes where a service is asked`;
      const { file, key, isStored } = await find(name, content, stored, false);
      const place = placeOf({ path: name, as: "transcript" });
      // Objects are found by the digest of their file.
      const named = isStored ? file : { ...file, digest: content.sha256 };
      if (!key || isStored || known.has(place) || !mayLook()) return named;
      const bytes = await file.bytes();
      const problem = transcriptProblem(bytes.toString());
      if (problem !== undefined) return problem;
      if (digestOf(bytes) !== content.sha256) return otherContent;
      known.set(place, { path: name, as: "transcript" });
      return named;
    },
    text: async (name) => {
      const { text } = byPath.get(name) ?? {};
      if (text === undefined) throw new Error(`The content of ${name} was not sent.`);
      return text;
    },
    missing: () => [...missing.values()],
    uploaded: () => uses.size,
    areUnchecked: () => areUnchecked,
    found: () => [...known.values()],
  };
};

interface FoundContent {
  readonly file: CheckedFile;
  /** The file's key in the file store; undefined if it is missing. */
  readonly key: FileKey | undefined;
  /** True if the file's object has it already. */
  readonly isStored: boolean;
}

const emptyFile = "The file is empty.";
const otherContent = "the file was changed while it was being read";

const placeOf = ({ path, as }: Pick<FoundInFile, "path" | "as">): string => `${as} ${path}`;

/** A file of the file store, to be copied to where its object has it. */
const fileAt = ({ key: text, sizeBytes }: Pick<MediaFile, "key" | "sizeBytes">) => {
  const key = fileKey(text);
  return {
    bytes: async (): Promise<Buffer> => {
      const stored = await (await openFiles()).get(key);
      if (!stored) throw new ContentGone();
      return buffer(stored.body);
    },
    body: () => ({ key, sizeBytes }),
    isApplied: async () => {},
  };
};

/** Stands for a file that is missing, until it is sent; nothing is applied before. */
const noFile = {
  bytes: async () => Buffer.alloc(0),
  body: () => Buffer.alloc(0),
  isApplied: async () => {},
};
