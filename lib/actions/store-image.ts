import type { Image } from "#lib/media/media.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";
import { type NewPicture, storePicture, storeRendition } from "./store-picture.ts";

/** What an image is beside its files. */
export type ImageDescription = Omit<MediaProperties<"image">, "file" | "cover" | "display">;

/**
 * Makes an image of a picture, with its renditions, or gives the image of an id another picture, whose files then go.
 * `describe` sees the image as it is, and refuses or says what it shall be; it runs again after a lost race. Failures and
 * cost: those of `storeMedia`, with three files.
 */
export const storeImage = (
  existingId: number | null,
  picture: NewPicture,
  describe: (current: Image | undefined) => ImageDescription,
): Promise<Image> =>
  storeMedia("image", existingId, async (store) => {
    const files = {
      file: await storePicture(store, picture),
      cover: await storeRendition(store, picture, "cover"),
      display: await storeRendition(store, picture, "display"),
    };
    return (current) => ({ ...describe(current), ...files });
  });
