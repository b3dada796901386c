import { imageFormatIn } from "#lib/media/image-rules.ts";
import { eraseExifLocation } from "./erase-exif-location.ts";
import { eraseXmpLocation } from "./erase-xmp-location.ts";
import { pngOf, pngParts, textOfChunk } from "./png-chunks.ts";

/**
 * The image without what says where it was taken, in Exif and XMP, all else untouched: pixels are never
 * encoded again. The very same object where there is nothing of the kind. Of a PNG, text that is compressed
 * goes as a whole when it names a place.
 */
export const withoutLocation = (bytes: Buffer): Buffer => {
  const erased = withoutReadable(bytes);
  if (imageFormatIn(bytes) !== "png") return erased;
  const parts = pngParts(erased);
  const chunks = parts.chunks.filter((chunk) => {
    const text = textOfChunk(chunk);
    return withoutReadable(text) === text;
  });
  const isSame = erased === bytes && chunks.length === parts.chunks.length;
  return isSame ? bytes : pngOf({ ...parts, chunks });
};

/** The bytes without the places that stand in them as they are; the very same object where none does. */
const withoutReadable = (bytes: Buffer): Buffer => {
  const erased = Buffer.from(bytes);
  eraseExifLocation(erased);
  eraseXmpLocation(erased);
  return erased.equals(bytes) ? bytes : erased;
};
