import type { Video } from "#lib/media/media.ts";
import { drawNumbers } from "#lib/store/client.ts";
import type { MediaProperties } from "./put-media.ts";
import { putStoredMedia } from "./put-stored-media.ts";
import { type NewFile, storeMediaFile } from "./store-media-file.ts";
import { type NewPicture, storePicture, storeRendition } from "./store-picture.ts";

/** What a video is beside its files. */
export type VideoDescription = Omit<MediaProperties<"video">, "original" | "poster" | "posterThumbnail">;

/** All the files that a video is to have. */
export interface NewVideoFiles {
  readonly original: NewFile;
  readonly poster: NewPicture | null;
}

/**
 * Makes a video of files, with a thumbnail of its poster, or gives the video of an id these files; those that it had before and has no more go.
 * `describe` sees the video as it is, and refuses or says what it shall be; it runs again after a lost race. Cost: the files
 * and what `putMedia` costs.
 */
export const storeVideo = async (
  existingId: number | null,
  { original, poster }: NewVideoFiles,
  describe: (current: Video | undefined) => VideoDescription,
): Promise<Video> => {
  const id = existingId ?? (await drawNumbers("video")).video;
  const files = {
    original: await storeMediaFile("video", id, original),
    poster: poster && (await storePicture("video", id, poster)),
    posterThumbnail: poster && (await storeRendition("video", id, poster, "thumbnail")),
  };
  const stored = Object.values(files).filter((file) => file !== null);
  return putStoredMedia("video", id, stored, (current) => ({ ...describe(current), ...files }));
};
