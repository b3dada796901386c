import type { ImageFile } from "#lib/imaging/read-image.ts";
import type { Video } from "#lib/media/media.ts";
import { type FileToStore, pictureToStore, renditionToStore } from "./file-to-store.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

export type VideoDescription = Omit<MediaProperties<"video">, "original" | "poster" | "posterThumbnail">;

export interface VideoFilesToStore {
  readonly original: FileToStore;
  readonly poster: ImageFile | null;
}

/** Creates a video with its poster, or replaces all files. Failures and cost: as `storeMedia`. */
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
