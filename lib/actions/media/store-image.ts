import type { Image } from "#lib/media/media.ts";
import { type NewPicture, pictureFile, renditionFile } from "./new-picture.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

/** What an image is beside its files. */
export type ImageDescription = Omit<MediaProperties<"image">, "file" | "cover" | "display">;

/**
 * Makes an image of a picture, with its renditions, or gives the image of an id another picture, whose files then go.
 * `describe` sees the image as it is, and refuses or says what it shall be; it runs again after a lost race. Failures and
 * cost: those of `storeMedia`, with three files.
 */
export const storeImage = async (
  existingId: number | null,
  picture: NewPicture,
  describe: (current: Image | undefined) => ImageDescription,
): Promise<Image> => {
  const files = {
    file: pictureFile(picture),
    cover: await renditionFile(picture, "cover"),
    display: await renditionFile(picture, "display"),
  };
  return storeMedia("image", existingId, files, (stored, current) => ({ ...describe(current), ...stored }));
};
