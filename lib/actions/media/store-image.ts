import type { ImageFile } from "#lib/imaging/read-image.ts";
import type { Image } from "#lib/media/media.ts";
import { pictureToStore, renditionToStore } from "./file-to-store.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

/** What an image is beside its files. */
export type ImageDescription = Omit<MediaProperties<"image">, "file" | "cover" | "display">;

/**
 * Makes an image of a file, with its renditions, or gives the image of an id another file; the files that it
 * had are removed. `describe` sees the image as it is, and refuses or says what it shall be; it runs again
 * after a lost race. Failures and cost: those of `storeMedia`, with three files.
 */
export const storeImage = async (
  existingId: number | null,
  imageFile: ImageFile,
  describe: (current: Image | undefined) => ImageDescription,
): Promise<Image> => {
  const files = {
    file: pictureToStore(imageFile),
    cover: await renditionToStore(imageFile, "cover"),
    display: await renditionToStore(imageFile, "display"),
  };
  return storeMedia("image", existingId, files, (stored, current) => ({ ...describe(current), ...stored }));
};
