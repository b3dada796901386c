import type { MediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaIds } from "#lib/media/references.ts";
import { isCaption } from "./gallery-caption.ts";
import { galleryEntries } from "./stored-media.ts";

/** Undefined unless the caller may choose the object. */
export const readMediaBlock = (kind: MediaKind, stored: unknown, choosable: MediaIds): unknown =>
  isMediaId(stored) && choosable[kind].has(stored) ? { id: stored } : undefined;

/** A stored gallery as `[{id, caption}]`; undefined if it is empty, malformed, or could not be sent back. */
export const readGallery = (stored: unknown, choosable: MediaIds): unknown => {
  const entries = galleryEntries(stored);
  if (!entries?.every(({ image, caption }) => choosable.image.has(image) && isCaption(caption)))
    return undefined;
  return entries.map(({ image, caption }) => ({ id: image, ...(caption !== "" && { caption }) }));
};
