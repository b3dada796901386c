import { buffer } from "node:stream/consumers";
import type { FileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import type { Video } from "#lib/media/media.ts";
import { storePoster } from "#lib/probing/media-prober.ts";
import { isFailure } from "#lib/probing/probe.ts";
import { storeVideo, type VideoDescription } from "./store-video.ts";
import { withStoredFile, withTemporaryKey } from "./temporary-file.ts";
import { recordingToStore, type VideoFile } from "./uploaded-file.ts";

export interface NewVideo {
  readonly original: VideoFile;
  /** Null: a frame of the video. */
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
    const files = {
      original: recordingToStore(original, key),
      poster: poster ?? (await frameOf(key, original.name, warn)),
    };
    return storeVideo(null, files, describe);
  });

const frameOf = (
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
