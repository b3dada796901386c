import { type ImageFilesToStore, imageFilesToStore } from "#lib/actions/media/store-image.ts";
import type { CheckedImage, CheckedMedia } from "#lib/manifest/media/checked-media.ts";
import { imageFileIn } from "#lib/manifest/media/file-to-store.ts";
import { isStoredAs } from "#lib/manifest/media/manifest-files.ts";
import type { StoredMedia } from "#lib/manifest/stored/stored-media.ts";
import { inAdvance } from "./in-advance.ts";
import type { Run } from "./run.ts";

/** Bounds memory: each has the file and its renditions, some megabytes for a camera's image. */
const maxReadyImages = 4;

/**
 * Makes the renditions of images that are not stored yet, while other things are applied: encoding takes most
 * of the time of a first run, and keeps only one thread busy.
 */
export const imageFilesInAdvance = (
  { images }: CheckedMedia,
  stored: StoredMedia,
  { dryRun }: Pick<Run, "dryRun">,
): ((image: CheckedImage) => Promise<ImageFilesToStore>) => {
  const isMissing = ({ value, file }: CheckedImage) => !isStoredAs(file, stored.image.get(value.key)?.file);
  return inAdvance(dryRun ? [] : images.filter(isMissing), maxReadyImages, async ({ file }) =>
    imageFilesToStore(await imageFileIn(file)),
  );
};
