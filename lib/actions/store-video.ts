import type { Video } from "#lib/media/media.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";
import type { NewFile } from "./store-media-file.ts";
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
 * `describe` sees the video as it is, and refuses or says what it shall be; it runs again after a lost race. Failures and
 * cost: those of `storeMedia`.
 */
export const storeVideo = (
  existingId: number | null,
  { original, poster }: NewVideoFiles,
  describe: (current: Video | undefined) => VideoDescription,
): Promise<Video> =>
  storeMedia("video", existingId, async (store) => {
    const files = {
      original: await store(original),
      poster: poster && (await storePicture(store, poster)),
      posterThumbnail: poster && (await storeRendition(store, poster, "thumbnail")),
    };
    return (current) => ({ ...describe(current), ...files });
  });
