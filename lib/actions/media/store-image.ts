import type { ImageFile } from "#lib/imaging/read-image.ts";
import type { Image } from "#lib/media/media.ts";
import { pictureToStore, renditionToStore, sharePictureToStore } from "./file-to-store.ts";
import type { MediaProperties } from "./put-media.ts";
import { storeMedia } from "./store-media.ts";

export type ImageDescription = Omit<MediaProperties<"image">, "file" | "cover" | "display" | "share">;

/** Creates an image with its renditions, or replaces its file. Failures and cost: as `storeMedia`. */
export const storeImage = async (
  existingId: number | null,
  imageFile: ImageFile,
  describe: (current: Image | undefined) => ImageDescription,
): Promise<Image> => {
  const files = {
    file: pictureToStore(imageFile),
    cover: await renditionToStore(imageFile, "cover"),
    display: await renditionToStore(imageFile, "display"),
    share: await sharePictureToStore(imageFile),
  };
  return storeMedia("image", existingId, files, (stored, current) => ({ ...describe(current), ...stored }));
};
