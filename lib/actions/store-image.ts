import type { Image } from "#lib/media/media.ts";
import { drawNumbers } from "#lib/store/client.ts";
import type { MediaProperties } from "./put-media.ts";
import { putStoredMedia } from "./put-stored-media.ts";
import { type NewPicture, storePicture, storeRendition } from "./store-picture.ts";

/** What an image is beside its files. */
export type ImageDescription = Omit<MediaProperties<"image">, "file" | "cover" | "display">;

/**
 * Makes an image of a picture, with its renditions, or gives the image of an id another picture, whose files then go.
 * `describe` sees the image as it is, and refuses or says what it shall be; it runs again after a lost race. Cost: three
 * files and what `putMedia` costs.
 */
export const storeImage = async (
  existingId: number | null,
  picture: NewPicture,
  describe: (current: Image | undefined) => ImageDescription,
): Promise<Image> => {
  const id = existingId ?? (await drawNumbers("image")).image;
  const files = {
    file: await storePicture("image", id, picture),
    cover: await storeRendition("image", id, picture, "cover"),
    display: await storeRendition("image", id, picture, "display"),
  };
  return putStoredMedia("image", id, Object.values(files), (current) => ({ ...describe(current), ...files }));
};
