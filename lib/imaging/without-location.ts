import { imageFormatIn } from "#lib/media/image-rules.ts";
import { eraseExifLocation } from "./erase-exif-location.ts";
import { eraseXmpLocation } from "./erase-xmp-location.ts";
import { pngOf, pngParts, textOfChunk } from "./png-chunks.ts";

/**
 * The image without its location in Exif and XMP; pixels are not encoded again. The same object if there is
 * no location. Compressed text in a PNG is dropped whole if it names one.
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

const withoutReadable = (bytes: Buffer): Buffer => {
  const erased = Buffer.from(bytes);
  eraseExifLocation(erased);
  eraseXmpLocation(erased);
  return erased.equals(bytes) ? bytes : erased;
};
