import { imageFormatIn } from "#lib/media/file-rules.ts";
import { eraseExifLocation, eraseIptcLocation } from "./erase-exif-location.ts";
import { eraseExtendedXmpLocation, eraseXmpLocation, isPlaceName } from "./erase-xmp-location.ts";
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

/** Marks the place of recording in a film (QuickTime) that cameras append to a photograph. */
const filmMark = Buffer.from("\xa9xyz", "latin1");
const headBytes = 4;
const maxPositionBytes = 100;

/** Blanks positions of films in an image, in place: `+47.0100+009.5100+455.000/` (ISO 6709). */
const eraseFilmLocation = (bytes: Buffer): void => {
  for (let at = bytes.indexOf(filmMark); at >= 0; at = bytes.indexOf(filmMark, at + 1)) {
    const from = at + filmMark.length + headBytes;
    const text = bytes.toString("latin1", from, from + maxPositionBytes);
    const position = /^[+-][\d.]{1,20}[+-][\d.]{1,20}(?:[+-][\d.]{1,20})?\/?/.exec(text)?.[0];
    if (position !== undefined) bytes.fill(" ", from, from + position.length);
  }
};
