import type { Metadata } from "sharp";
import type { ImageFormat } from "#lib/media/image-rules.ts";

/** How much of an image there is once it is decoded, all its frames together. */
export interface DecodedSize {
  readonly pixels: number;
  readonly frames: number;
  readonly bytes: number;
}

/** The decoded size of an image, as its header says it. Nothing is decoded. */
export const decodedSizeOf = (bytes: Buffer, format: ImageFormat, metadata: Metadata): DecodedSize => {
  const { width, height, pageHeight, pages = 1, channels } = metadata;
  const stated = width * (pageHeight ?? height) * pages;
  const pixels = format === "avif" ? Math.max(stated, largestPictureIn(bytes)) : stated;
  return { pixels, frames: pages, bytes: pixels * channels * bytesPerSample(format, metadata) };
};

/**
 * How many bytes a decoder holds of one sample: the sample itself, but all coefficients of a progressive
 * JPEG, two bytes each, and of an AVIF several copies of the picture.
 */
const bytesPerSample = (format: ImageFormat, { depth, isProgressive }: Metadata): number => {
  if (format === "avif") return 4;
  return depth === "ushort" || (format === "jpeg" && isProgressive) ? 2 : 1;
};

/**
 * The pixels of the largest picture that an AVIF describes: its transparency is one of its own, and need not
 * be as large as the rest.
 */
const largestPictureIn = (avif: Buffer): number => {
  const descriptions = boxNamed(avif, "meta");
  let largest = 0;
  // Their sizes are in boxes `ispe`: a version, then width and height (ISO 23008-12).
  let at = descriptions.indexOf("ispe");
  while (at >= 0 && at + 16 <= descriptions.length) {
    largest = Math.max(largest, descriptions.readUInt32BE(at + 8) * descriptions.readUInt32BE(at + 12));
    at = descriptions.indexOf("ispe", at + 4);
  }
  return largest;
};

/** A box at the top of the file; all that is left of the file where the boxes break off. */
const boxNamed = (file: Buffer, name: string): Buffer => {
  let at = 0;
  while (at + 8 <= file.length) {
    const sizeBytes = file.readUInt32BE(at);
    // 0 is a box up to the end of the file, 1 one with a longer size, which no image here can need.
    if (sizeBytes < 8 || file.toString("latin1", at + 4, at + 8) === name)
      return file.subarray(at, sizeBytes < 8 ? undefined : at + sizeBytes);
    at += sizeBytes;
  }
  return file.subarray(file.length);
};

/**
 * How many frames a WebP holds, counted without opening it: to find the last one, the library walks over all
 * of them for each.
 */
export const webpFrames = (webp: Buffer): number => {
  let frames = 0;
  let at = 12;
  while (at + 8 <= webp.length) {
    if (webp.toString("latin1", at, at + 4) === "ANMF") frames++;
    const sizeBytes = webp.readUInt32LE(at + 4);
    at += 8 + sizeBytes + (sizeBytes % 2);
  }
  return frames;
};
