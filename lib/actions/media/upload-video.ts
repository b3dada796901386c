import { buffer } from "node:stream/consumers";
import type { FileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import type { Video } from "#lib/media/media.ts";
import { storePoster } from "#lib/probing/media-prober.ts";
import { isFailure } from "#lib/probing/probe.ts";
import type { GivenRecording } from "./given-recording.ts";
import type { NewPicture } from "./new-picture.ts";
import { storeVideo, type VideoDescription } from "./store-video.ts";
import { withStoredFile, withTemporaryKey } from "./temporary-file.ts";

/** A video that is to be made. */
export interface NewVideo {
  readonly original: GivenRecording;
  /** Null: a frame of the video. */
  readonly poster: NewPicture | null;
}

/**
 * Makes a video of given files: takes a poster from it where none was given, stores it, and gives the object. `describe`
 * refuses or says what it shall be. Whatever goes wrong, nothing stays (`storeMedia`); a poster that cannot be taken is
 * none, which `warn` hears of.
 */
export const uploadVideo = (
  { original: { file, contentType }, poster }: NewVideo,
  describe: () => VideoDescription,
  warn: (warning: string) => void,
): Promise<Video> =>
  withStoredFile(file, async (key) => {
    const { name, digest, sizeBytes } = file;
    const original = { name, contentType, digest, body: { key, sizeBytes } };
    return storeVideo(null, { original, poster: poster ?? (await frameOf(key, name, warn)) }, describe);
  });

const frameOf = (
  key: FileKey,
  videoName: string,
  warn: (warning: string) => void,
): Promise<NewPicture | null> =>
  withTemporaryKey(async (posterKey) => {
    const frame = await storePoster({ key, posterKey });
    if (isFailure(frame)) {
      warn(`No poster: ${frame.reason}`);
      return null;
    }
    const name = `${videoName.replace(/\.[^.]*$/, "")}.jpg`;
    const stored = await (await openFiles()).get(posterKey);
    const result = await readImage({ name, bytes: stored ? await buffer(stored.body) : Buffer.alloc(0) });
    if (!("problem" in result)) return { name, image: result.image };
    warn(`No poster: ${result.problem.message}`);
    return null;
  });
