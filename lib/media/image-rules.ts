import { fileExtension } from "./file-extension.ts";
import type { FileProblem } from "./file-problem.ts";

/** The largest image file, in bytes (contract#image-checks). */
export const maxImageBytes = 10_485_760;

/** The most pixels that an image may have, all its frames together (contract#image-checks). */
export const maxImagePixels = 128_000_000;

/**
 * The most bytes that the pixels of an image may have once they are decoded: those of 128,000,000 with four
 * channels of a byte.
 */
export const maxDecodedBytes = 4 * maxImagePixels;

/** The most frames of an animation. Each costs time, however small it is. */
export const maxImageFrames = 2_000;

/** The most bytes of the texts and profiles of an image once they are inflated, all together. */
export const maxInflatedBytes = 1_000_000;

/** Why an image of the size is not taken, if it is too large. */
export const imageSizeProblem = (sizeBytes: number): FileProblem | undefined =>
  sizeBytes > maxImageBytes
    ? { code: "file_too_large", message: `The image has more than ${maxImageBytes} bytes.` }
    : undefined;

/** The formats of images. `image/` before one of them is its content type. */
export type ImageFormat = "avif" | "gif" | "jpeg" | "png" | "webp";

const formatsByExtension: Readonly<Record<string, ImageFormat>> = {
  avif: "avif",
  gif: "gif",
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
};

/** The format that a file's name promises; undefined for a name that images do not have. */
export const imageFormatOfName = (name: string): ImageFormat | undefined => {
  const extension = fileExtension(name);
  return Object.hasOwn(formatsByExtension, extension) ? formatsByExtension[extension] : undefined;
};

/**
 * The format that a file's first bytes promise; twelve of them suffice. Undefined for everything that is not
 * an image here.
 */
export const imageFormatIn = (firstBytes: Uint8Array): ImageFormat | undefined => {
  const text = String.fromCharCode(...firstBytes.subarray(0, 12));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (/^RIFF.{4}WEBP/s.test(text)) return "webp";
  return /^.{4}ftyp(avif|avis|mif1|msf1)/s.test(text) ? "avif" : undefined;
};

/**
 * Why an image of the format cannot have the name: another extension, or that of another format
 * (contract#image-checks).
 */
export const imageNameProblem = (name: string, format: ImageFormat): FileProblem | undefined => {
  const named = imageFormatOfName(name);
  if (!named) return { code: "invalid_image_extension", message: `An image's name ends in ${extensions}.` };
  return named === format
    ? undefined
    : { code: "invalid_image_known_format", message: `The content is ${format}, the name says ${named}.` };
};

/**
 * Why a picture cannot be a video's poster under the name; the picture's format does not matter
 * (contract#poster-files).
 */
export const posterNameProblem = (name: string): FileProblem | undefined =>
  imageFormatOfName(name)
    ? undefined
    : { code: "invalid_extension", message: `A poster's name ends in ${extensions}.` };

const extensions = Object.keys(formatsByExtension)
  .map((extension) => `.${extension}`)
  .join(", ");
