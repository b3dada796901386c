import type { ImageFormat } from "#lib/media/file-rules.ts";
import { animationFrames } from "./png-chunks.ts";

/**
 * The frames of an image, read from its structure without decoding it; 1 for a still picture, and for a GIF,
 * whose frames the library counts.
 */
export const countFrames = (bytes: Buffer, format: ImageFormat): number => {
  if (format === "webp") return webpFrames(bytes);
  if (format === "png") return animationFrames(bytes);
  return format === "avif" ? avifFrames(bytes) : 1;
};

/** The library would take quadratic time. */
const webpFrames = (webp: Buffer): number => {
  let frames = 0;
  let at = 12;
  while (at + 8 <= webp.length) {
    if (webp.toString("latin1", at, at + 4) === "ANMF") frames++;
    const sizeBytes = webp.readUInt32LE(at + 4);
    at += 8 + sizeBytes + (sizeBytes % 2);
  }
  return Math.max(1, frames);
};

/** The largest count of samples in the tables of a sequence's tracks (`stsz`, ISO 14496-12). */
const avifFrames = (avif: Buffer): number => {
  const tracks = boxNamed(avif, "moov");
  let frames = 1;
  for (
    let at = tracks.indexOf("stsz");
    at >= 0 && at + 16 <= tracks.length;
    at = tracks.indexOf("stsz", at + 4)
  )
    frames = Math.max(frames, tracks.readUInt32BE(at + 12));
  return frames;
};

/** A top-level box; the rest of the file if the boxes are broken, and nothing if it has none of that name. */
export const boxNamed = (file: Buffer, name: string): Buffer => {
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
