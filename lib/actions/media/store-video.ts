import type { ImageFile } from "#lib/imaging/read-image.ts";
import type { Video } from "#lib/media/media.ts";
import { type FileToStore, pictureToStore, renditionToStore } from "./file-to-store.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

/** What a video is beside its files. */
export type VideoDescription = Omit<MediaProperties<"video">, "original" | "poster" | "posterThumbnail">;

/** All the files that a video is to have. */
export interface VideoFilesToStore {
  readonly original: FileToStore;
  readonly poster: ImageFile | null;
}

/**
 * Makes a video of files, with a thumbnail of its poster, or gives the video of an id these files; those that
 * it had before and has no more go. `describe` sees the video as it is, and refuses or says what it shall be;
 * it runs again after a lost race. Failures and cost: those of `storeMedia`.
 */
export const storeVideo = async (
  existingId: number | null,
  { original, poster }: VideoFilesToStore,
  describe: (current: Video | undefined) => VideoDescription,
): Promise<Video> => {
  const files = {
    original,
    poster: poster && pictureToStore(poster),
    posterThumbnail: poster && (await renditionToStore(poster, "thumbnail")),
  };
  return storeMedia("video", existingId, files, (stored, current) => ({ ...describe(current), ...stored }));
};
