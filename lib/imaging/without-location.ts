import { imageFormatIn } from "#lib/media/image-rules.ts";
import { eraseExifLocation } from "./erase-exif-location.ts";
import { eraseExtendedXmpLocation } from "./erase-extended-xmp-location.ts";
import { eraseFilmLocation } from "./erase-film-location.ts";
import { eraseIptcLocation } from "./erase-iptc-location.ts";
import { eraseXmpLocation } from "./erase-xmp-location.ts";
import { isPlaceName } from "./place-names.ts";
import { keywordOfText, pngOf, pngParts, textOfChunk } from "./png-chunks.ts";

/**
 * The image without its location, and without places that it names, in Exif, XMP and IPTC; pixels are not
 * encoded again. The same object if there are none. Compressed text in a PNG that names one is dropped whole.
 */
export const withoutLocation = (bytes: Buffer): Buffer => {
  const erased = withoutReadable(bytes);
  if (imageFormatIn(bytes) !== "png") return erased;
  const parts = pngParts(erased);
  const chunks = parts.chunks.filter((chunk) => {
    const text = textOfChunk(chunk);
    return withoutReadable(text) === text && !isPlaceName(keywordOfText(chunk));
  });
  const isSame = erased === bytes && chunks.length === parts.chunks.length;
  return isSame ? bytes : pngOf({ ...parts, chunks });
};

const withoutReadable = (bytes: Buffer): Buffer => {
  const erased = Buffer.from(bytes);
  eraseExifLocation(erased);
  eraseExtendedXmpLocation(erased);
  eraseXmpLocation(erased);
  eraseIptcLocation(erased);
  eraseFilmLocation(erased);
  return erased.equals(bytes) ? bytes : erased;
};
