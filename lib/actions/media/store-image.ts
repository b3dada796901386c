import type { ImageFile } from "#lib/imaging/read-image.ts";
import type { Image } from "#lib/media/media.ts";
import {
  type PictureToStore,
  pictureToStore,
  renditionToStore,
  sharePictureToStore,
} from "./file-to-store.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

type ImageFiles = "file" | "cover" | "display" | "share";

export type ImageDescription = Omit<MediaProperties<"image">, ImageFiles>;

/** An image with its renditions. */
export type ImageFilesToStore = Readonly<Record<ImageFiles, PictureToStore>>;

/** Makes the renditions of an image. Takes tenths of a second for a camera's image. Refuses `busy`. */
export const imageFilesToStore = async (imageFile: ImageFile): Promise<ImageFilesToStore> => ({
  file: pictureToStore(imageFile),
  cover: await renditionToStore(imageFile, "cover"),
  display: await renditionToStore(imageFile, "display"),
  share: await sharePictureToStore(imageFile),
});

/** Creates an image with its renditions, or replaces its file. Failures and cost: as `storeMedia`. */
export const storeImage = async (
  existingId: number | null,
  image: ImageFile | ImageFilesToStore,
  describe: (current: Image | undefined) => ImageDescription,
): Promise<Image> => {
  const files = "cover" in image ? image : await imageFilesToStore(image);
  return storeMedia("image", existingId, files, (stored, current) => ({ ...describe(current), ...stored }));
};
