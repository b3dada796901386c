import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import { firstChapters } from "#lib/media/chapters.ts";
import type { Audio, Chapter, Video } from "#lib/media/media.ts";
import { probeAudio, storePoster } from "#lib/probing/media-prober.ts";
import { durationOf, isFailure } from "#lib/probing/probe.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { cleaningUp } from "./leftover-files.ts";
import { type AudioDescription, storeAudio, storeVideo, type VideoDescription } from "./store-media.ts";
import { type AudioFile, recordingToStore, type UploadedFile, type VideoFile } from "./uploaded-file.ts";

export interface NewAudio {
  readonly file: AudioFile;
  /** Null takes the chapters in the file. */
  readonly chapters: readonly Chapter[] | null;
}

/**
 * Probes an uploaded file and stores it as an audio. Refuses `probe_timeout` and `probe_failed`. Unreadable
 * chapters in the file are left out, with a warning. The rest is as in `storeMedia`.
 */
export const createAudio = (
  { file, chapters }: NewAudio,
  describe: () => Omit<AudioDescription, "durationSeconds" | "chapters">,
  warn: (warning: string) => void,
): Promise<Audio> =>
  withStoredFile(file, async (key) => {
    const probed = await probeAudio({ key, wantsChapters: chapters === null });
    if (isFailure(probed)) {
      warn(probed.reason);
      throw new Refusal(probed.failure);
    }
    if (probed.chapterFailure) warn(`No chapters: ${probed.chapterFailure.reason}`);
    const formats = { [file.format]: recordingToStore(file, key) };
    return storeAudio(null, { formats, transcript: null }, () => ({
      ...describe(),
      ...durationOf(probed),
      chapters: chapters ?? firstChapters(probed.chapters),
    }));
  });

export interface NewVideo {
  readonly original: VideoFile;
  /** Null takes a frame of the video. */
  readonly poster: ImageFile | null;
}

/**
 * Stores uploaded files as a video, with a frame of it as the poster if none was sent. If no poster can be
 * made, it is stored without one, with a warning. The rest is as in `storeMedia`.
 */
export const createVideo = (
  { original, poster }: NewVideo,
  describe: () => VideoDescription,
  warn: (warning: string) => void,
): Promise<Video> =>
  withStoredFile(original, async (key) => {
    const frame = poster ? null : await frameOf(key, original.name, warn);
    const files = { original: recordingToStore(original, key), poster: poster ?? frame };
    return storeVideo(null, files, () => ({ ...describe(), ...(frame && { posterIsFrame: true }) }));
  });

/** A frame of a stored video as a picture; null, with a warning, if none can be taken. */
export const frameOf = (
  key: FileKey,
  videoName: string,
  warn: (warning: string) => void,
): Promise<ImageFile | null> =>
  withTemporaryKey(async (posterKey) => {
    const frame = await storePoster({ key, posterKey });
    if (isFailure(frame)) {
      warn(`No poster: ${frame.reason}`);
      return null;
    }
    const name = `${videoName.replace(/\.[^.]*$/, "")}.jpg`;
    const stored = await (await openFiles()).get(posterKey);
    const result = await readImage({ name, bytes: stored ? await buffer(stored.body) : Buffer.alloc(0) });
    if (!("problem" in result)) return result.image;
    warn(`No poster: ${result.problem.message}`);
    return null;
  });

/**
 * Does the work with the key of an uploaded file. Bytes in memory are stored under a temporary key meanwhile;
 * after a crash it expires. Refuses `cleanup_failed` if the work and the removal both fail.
 */
const withStoredFile = async <Result>(
  { content }: Pick<UploadedFile, "content">,
  work: (key: FileKey) => Promise<Result>,
): Promise<Result> => {
  if (typeof content === "string") return work(content);
  return withTemporaryKey(async (key) => {
    await (await openFiles()).put(key, content, "application/octet-stream");
    return work(key);
  });
};

/** Does the work with a new key of the file store, then removes what is stored there. */
const withTemporaryKey = async <Result>(work: (key: FileKey) => Promise<Result>): Promise<Result> => {
  const key = fileKey(`uploads/inline/${randomUUID()}`);
  const files = await openFiles();
  const remove = () => files.delete(key);
  const result = await cleaningUp(() => work(key), remove);
  // A file that cannot be removed now expires.
  await remove().catch(() => {});
  return result;
};
