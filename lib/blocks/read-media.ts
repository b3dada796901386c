import type { MediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaIds } from "#lib/media/references.ts";
import { isCaption } from "./gallery-caption.ts";
import { galleryEntries } from "./stored-media.ts";

/** The author's form of a stored image, audio or video; undefined unless the caller may choose it. */
export const readMediaBlock = (kind: MediaKind, stored: unknown, choosable: MediaIds): unknown =>
  isMediaId(stored) && choosable[kind].has(stored) ? { id: stored } : undefined;

/**
 * The author's form of a stored gallery, `[{id, caption}]` without the captions that are empty. Undefined
 * when it is empty or malformed, when the caller may not choose one of its images, and when a caption is too
 * long to be sent back.
 */
export const readGallery = (stored: unknown, choosable: MediaIds): unknown => {
  const entries = galleryEntries(stored);
  if (!entries?.every(({ image, caption }) => choosable.image.has(image) && isCaption(caption)))
    return undefined;
  return entries.map(({ image, caption }) => ({ id: image, ...(caption !== "" && { caption }) }));
};
