import type { Metadata } from "sharp";
import type { ImageFormat } from "#lib/media/file-rules.ts";

/** The size of all frames together. */
export interface DecodedSize {
  readonly pixels: number;
  readonly frames: number;
  readonly bytes: number;
}

/** Reads the size from the header, and decodes nothing. */
export const decodedSizeOf = (bytes: Buffer, format: ImageFormat, metadata: Metadata): DecodedSize => {
  const { width, height, pageHeight, pages = 1, channels } = metadata;
  const stated = width * (pageHeight ?? height) * pages;
  const pixels = format === "avif" ? Math.max(stated, largestPictureIn(bytes)) : stated;
  return { pixels, frames: pages, bytes: pixels * channels * bytesPerSample(format, metadata) };
};

/** Bytes a decoder keeps per sample: two for progressive JPEGs; AVIFs need several copies. */
const bytesPerSample = (format: ImageFormat, { depth, isProgressive }: Metadata): number => {
  if (format === "avif") return 4;
  return depth === "ushort" || (format === "jpeg" && isProgressive) ? 2 : 1;
};

/** An AVIF has more pictures, such as its transparency, which may be larger than the one in the header. */
const largestPictureIn = (avif: Buffer): number => {
  const descriptions = boxNamed(avif, "meta");
  let largest = 0;
  // Sizes are in `ispe` boxes: a version, then width and height (ISO 23008-12).
  let at = descriptions.indexOf("ispe");
  while (at >= 0 && at + 16 <= descriptions.length) {
    largest = Math.max(largest, descriptions.readUInt32BE(at + 8) * descriptions.readUInt32BE(at + 12));
    at = descriptions.indexOf("ispe", at + 4);
  }
  return largest;
};

/** A top-level box; the rest of the file if the boxes are broken. */
const boxNamed = (file: Buffer, name: string): Buffer => {
  let at = 0;
  while (at + 8 <= file.length) {
    const sizeBytes = file.readUInt32BE(at);
    // 0: up to the end of the file. 1: a 64-bit size, which no image here needs.
    if (sizeBytes < 8 || file.toString("latin1", at + 4, at + 8) === name)
      return file.subarray(at, sizeBytes < 8 ? undefined : at + sizeBytes);
    at += sizeBytes;
  }
  return file.subarray(file.length);
};

/** Counts a WebP's frames without opening it: the library would take quadratic time. */
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
